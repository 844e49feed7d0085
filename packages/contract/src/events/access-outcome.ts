import type { CommandFailure } from "./command-state.ts";

/** What became of a vehicle at a gate. */
export type AccessOutcome = "granted" | "not-opened" | "denied" | "undecided";

/** The label of each outcome. */
export const accessOutcomeTitles: Record<AccessOutcome, string> = {
  granted: "Granted",
  "not-opened": "Granted, barrier did not open",
  denied: "Denied",
  undecided: "Not decided",
};

/** LIVE-11: the outcome of a decision and of the open command that followed. */
export function toAccessOutcome(isGranted: boolean | null, barrierFailure: CommandFailure | null): AccessOutcome {
  if (isGranted === null) return "undecided";
  if (!isGranted) return "denied";
  return barrierFailure === null ? "granted" : "not-opened";
}
