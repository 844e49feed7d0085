/** REP-4: the state of a stay: still inside, entry and exit, or only one of them. */
export const stayStates = ["open", "complete", "entry-only", "exit-only"] as const;

/** One of the states. */
export type StayState = (typeof stayStates)[number];

/** The title of each state. */
export const stayStateTitles: Record<StayState, string> = {
  open: "Inside",
  complete: "Complete",
  "entry-only": "Exit missing",
  "exit-only": "Entry missing",
};
