import * as z from "zod";

/** The result of a hardware command. "Accepted" does not mean that a barrier is open; only a position signal does. */
export const hardwareResult = z.object({
  outcome: z.enum(["accepted", "rejected", "unreachable"]),
  detail: z.string(),
});

/** The result of a hardware command. */
export type HardwareResult = z.output<typeof hardwareResult>;
