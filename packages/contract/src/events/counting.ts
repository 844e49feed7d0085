import * as z from "zod";
import { recordId } from "../fields/record.ts";
import { commonEvent, direction } from "./event-fields.ts";

/** The camera or controller that an event came from. */
export const eventSource = z.object({ uid: z.string(), id: recordId, name: z.string() });

/** EVT-2: vehicles counted by a camera. */
export const countingEvent = z.object({
  module: z.literal("CAMERA_COUNTING"),
  ...commonEvent,
  source: eventSource,
  vehicleType: z.string().nullable(),
  direction,
  count: z.int(),
});
