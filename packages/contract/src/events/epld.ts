import * as z from "zod";
import { eventSource } from "./counting.ts";
import { commonEvent } from "./event-fields.ts";

export const slotStates = ["free", "occupied", "error"] as const;

/** Reported slot states. */
export const epldEvent = z.object({
  module: z.literal("EPLD"),
  ...commonEvent,
  source: eventSource,
  occupancyInfo: z.array(z.object({ spaceId: z.string(), classification: z.enum(slotStates) })),
});
epldEvent.register(z.globalRegistry, { id: "EpldEvent", description: "Reported slot states" });
