import * as z from "zod";
import { commonEvent, decided, direction, eventImages } from "./event-fields.ts";

/** EVT-2: a number plate at a gate. */
export const anprEvent = z.object({
  module: z.literal("ANPR_ACCESS_CONTROL"),
  ...commonEvent,
  ...decided,
  lp: z.string(),
  /** As sent by the camera. */
  lpRaw: z.string(),
  images: eventImages,
  sourceName: z.string(),
  vehicleType: z.string().nullable(),
  direction,
  confidence: z.number().nullable(),
});
