import * as z from "zod";
import { recordId } from "../../fields/record.ts";
import { instant } from "../../fields/time.ts";
import { armPositions, hardwareKinds, hardwareStates } from "../../hardware-status.ts";

/** The status of a reader, board, sign or loop detector as the server returns it. */
export const hardwareStatus = z.object({
  kind: z.enum(hardwareKinds),
  id: z.string(),
  name: z.string(),
  state: z.enum(hardwareStates),
  reason: z.string().nullable(),
  since: instant,
});
hardwareStatus.register(z.globalRegistry, {
  id: "HardwareStatus",
  description: "The status of a reader, board, sign or loop detector",
});

/** The position of a barrier as the server returns it. */
export const barrierPosition = z.object({
  barrierId: recordId,
  position: z.enum(armPositions),
  since: instant,
});
barrierPosition.register(z.globalRegistry, { id: "BarrierPosition", description: "The position of a barrier" });
