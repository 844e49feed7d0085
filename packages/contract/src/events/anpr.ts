import * as z from "zod";
import { plate } from "../fields/plate.ts";
import { commonEvent, decided, direction, eventImages } from "./event-fields.ts";

/** A number plate at a gate. */
export const anprEvent = z.object({
  module: z.literal("ANPR_ACCESS_CONTROL"),
  ...commonEvent,
  ...decided,
  lp: plate,
  lpRaw: plate.describe("The plate as the camera sent it"),
  images: eventImages,
  sourceName: z.string(),
  vehicleType: z.string().nullable(),
  direction,
  confidence: z.number().nullable().describe("How sure the camera is, 0 to 1"),
});
anprEvent.register(z.globalRegistry, { id: "PlateEvent", description: "A number plate at a gate" });
