/** OPS-3: why a card needs no guard any more. */
export const cardClosings = ["opened", "denied", "left", "timed-out"] as const;

/** One of the reasons. */
export type CardClosing = (typeof cardClosings)[number];

/** The text of each. */
export const cardClosingTitles: Record<CardClosing, string> = {
  opened: "Let in",
  denied: "Turned away",
  left: "Left",
  "timed-out": "Not handled",
};

/** OPS-3: why a vehicle may not be at the barrier. */
export const awayReasons = ["newer", "behind", "passage", "loop", "old"] as const;

/** One of the reasons. */
export type AwayReason = (typeof awayReasons)[number];

/** The sentence of each. */
export const awayTitles: Record<AwayReason, string> = {
  newer: "Another vehicle was read since",
  behind: "Another vehicle is in front of it",
  passage: "A vehicle has passed since",
  loop: "The loop was free since",
  old: "Nothing was read for a long time",
};

/** OPS-3: a card must have been on the screen this long before keys and buttons act on it. */
export const minShownMs = 700;

/** OPS-5: whether a vehicle is on a loop. */
export const loopStates = ["vehicle", "free", "unknown"] as const;

/** One of the states. */
export type LoopState = (typeof loopStates)[number];

/** The text of each. */
export const loopStateTitles: Record<LoopState, string> = {
  vehicle: "Vehicle on the loop",
  free: "No vehicle on the loop",
  unknown: "Loop doesn't reply",
};

/** OPS-3: the number of gates that fit side by side on one screen. */
export const maxWatchedGates = 4;

/** OPS-3: time after which a card counts as not handled by the person who opened it. */
export const handlingMinutes = 5;
