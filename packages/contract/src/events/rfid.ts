import * as z from "zod";
import { recordId } from "../fields/record.ts";
import { commonEvent, decided, direction } from "./event-fields.ts";

/** A tag at a reader. */
export const rfidEvent = z.object({
  module: z.literal("RFID_ACCESS_CONTROL"),
  ...commonEvent,
  ...decided,
  sourceId: recordId,
  sourceName: z.string(),
  tag: z.string(),
  vehicleType: z.string().nullable(),
  direction,
});
rfidEvent.register(z.globalRegistry, { id: "TagEvent", description: "A tag at a reader" });
