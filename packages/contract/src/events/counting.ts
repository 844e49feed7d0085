import * as z from "zod";
import { recordId } from "../fields/record.ts";
import { commonEvent, direction } from "./event-fields.ts";

/** The camera or controller that an event came from. */
export const eventSource = z.object({ uid: z.string(), id: recordId, name: z.string() });
eventSource.register(z.globalRegistry, {
  id: "EventSource",
  description: "The camera or controller that an event came from",
});

/** Vehicles counted by a camera. */
export const countingEvent = z.object({
  module: z.literal("CAMERA_COUNTING"),
  ...commonEvent,
  source: eventSource,
  vehicleType: z.string().nullable(),
  direction,
  count: z.int(),
});
countingEvent.register(z.globalRegistry, { id: "CountingEvent", description: "Vehicles counted by a camera" });
