import * as z from "zod";
import { recordId } from "../../fields/id.ts";
import { version } from "../../fields/version.ts";
import { moduleKinds } from "../../modules/module-kind.ts";

/** How a camera stands between what its device reports and what is stored. */
const cameraStatuses = ["saved", "new", "zombie"] as const;

/** A camera as lanes and gates see it. */
export const camera = z.object({
  id: recordId,
  version,
  name: z.string(),
  module: z.enum(moduleKinds),
  status: z.enum(cameraStatuses),
  aiDeviceId: recordId,
  laneId: recordId.nullable(),
  isBidirectional: z.boolean(),
  isHealthy: z.boolean(),
});

/** LANE-3: the lane that a camera watches, or none. */
export const cameraChange = z.strictObject({ laneId: recordId.nullable() });

/** A stored camera. */
export type Camera = z.output<typeof camera>;
