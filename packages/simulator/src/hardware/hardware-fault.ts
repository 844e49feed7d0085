/** Every fault of a relay board or sign with its label, in the order of the control page; "normal" is none. */
export const hardwareFaultTitles = {
  normal: "Normal",
  refuses: "Rejects commands",
  hangs: "Hangs",
  "half-frame": "Half a reply",
  late: "Late reply",
  unplugged: "Unplugged",
  "no-power": "No power",
} as const;

/** Fault of a relay board or sign. */
export type HardwareFault = keyof typeof hardwareFaultTitles;

export const hardwareFaults = Object.keys(hardwareFaultTitles) as readonly HardwareFault[];

/** The faults in which the hardware accepts no connection. */
export const offlineFaults: readonly HardwareFault[] = ["unplugged", "no-power"];

/** Delay of a late reply; longer than any client timeout. */
export const lateReplyMs = 5_000;
