/** What can be wrong with a relay board or a sign. */
export const boardFaults = ["normal", "refuses", "hangs", "half-frame", "late", "unplugged"] as const;

/** One of them. */
export type BoardFault = (typeof boardFaults)[number];

/** What a person reads for each. */
export const boardFaultTitles: Readonly<Record<BoardFault, string>> = {
  normal: "Well",
  refuses: "Refuses",
  hangs: "Hangs",
  "half-frame": "Drops half a frame",
  late: "Answers late",
  unplugged: "Unplugged",
};

/** How late a late board is: more than anybody waits for it. */
export const lateMs = 5_000;
