/** The kinds of hardware that have a status. */
export const hardwareKinds = ["reader", "board", "sign", "loop"] as const;

/** One of the kinds. */
export type HardwareKind = (typeof hardwareKinds)[number];

/** Whether hardware replies; unknown if it was not checked yet, or can't be. */
export const hardwareStates = ["online", "offline", "unknown"] as const;

/** One of the states. */
export type HardwareState = (typeof hardwareStates)[number];

/** LIVE-10: the status of one reader, board, sign or loop detector. */
export interface HardwareStatus {
  readonly kind: HardwareKind;
  /** The id of a reader, loop or sign as text; the address of a board. */
  readonly id: string;
  readonly name: string;
  readonly state: HardwareState;
  /** Why it is offline or unknown, or what an online device complained about. */
  readonly reason: string | null;
  /** Start of the state. */
  readonly since: string;
}
