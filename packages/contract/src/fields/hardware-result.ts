import * as z from "zod";

/** How a command to the field ended: taken, turned down, or never arrived. "Open" is only said by a position signal. */
export const hardwareResult = z.object({
  outcome: z.enum(["accepted", "rejected", "unreachable"]),
  detail: z.string(),
});

/** How a command to the field ended. */
export type HardwareResult = z.output<typeof hardwareResult>;
