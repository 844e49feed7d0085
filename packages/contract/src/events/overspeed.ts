import * as z from "zod";
import { plate } from "../fields/plate.ts";
import { commonEvent, eventImages } from "./event-fields.ts";

/** A vehicle with its speed; PROCESSED if it was above its lane's limit. */
export const overspeedEvent = z.object({
  module: z.literal("OSD"),
  ...commonEvent,
  lp: plate,
  lpRaw: z.string(),
  images: eventImages,
  sourceName: z.string(),
  vehicleType: z.string().nullable(),
  /** kmph */
  speed: z.number(),
  speedLimit: z.number().nullable(),
});
overspeedEvent.register(z.globalRegistry, {
  id: "OverspeedEvent",
  description: "A vehicle with its speed; PROCESSED if it was above its lane's limit",
});
