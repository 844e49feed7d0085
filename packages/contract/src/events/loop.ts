import * as z from "zod";
import { gateTypes } from "../fields/gate-types.ts";
import { recordId } from "../fields/record.ts";
import { commonEvent } from "./event-fields.ts";

/** A pulse of an induction loop. */
export const loopEvent = z.object({
  module: z.literal("LOOP_DETECTOR"),
  ...commonEvent,
  detectorId: recordId,
  detectorName: z.string(),
  gateType: z.enum(gateTypes),
});
loopEvent.register(z.globalRegistry, { id: "LoopEvent", description: "A pulse of an induction loop" });
