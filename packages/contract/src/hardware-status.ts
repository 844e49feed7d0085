import { canonicalHost } from "./fields/relay-address.ts";
import type { GateKind } from "./gate-scope.ts";

export const hardwareKinds = ["reader", "board", "sign", "loop"] as const;

export type HardwareKind = (typeof hardwareKinds)[number];

/** Whether hardware replies; unknown if it was not checked yet, or can't be. */
export const hardwareStates = ["online", "offline", "unknown"] as const;

export type HardwareState = (typeof hardwareStates)[number];

/** The status of one reader, board, sign or loop detector. */
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

export const hardwareKindTitles: Record<HardwareKind, string> = {
  reader: "Reader",
  board: "Board",
  sign: "Sign",
  loop: "Loop detector",
};

/** The kind of record that the ids of each kind of hardware refer to. */
export const gateKindOfHardware: Record<HardwareKind, GateKind> = {
  reader: "sensors",
  board: "boards",
  sign: "displays",
  loop: "sensors",
};

/** The id of a board: all relays and inputs at one address are one board. */
export const boardId = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${canonicalHost(host)}:${port}`;

/** Where the arm of a barrier is, as its position contacts tell. */
export const armPositions = ["open", "closed", "moving", "contradiction", "unknown"] as const;

export type ArmPosition = (typeof armPositions)[number];

export const armPositionTitles: Record<ArmPosition, string> = {
  open: "Open",
  closed: "Closed",
  moving: "Moving",
  contradiction: "Contacts contradict each other",
  unknown: "Position unknown",
};

/** The position of a barrier with contacts. */
export interface BarrierPosition {
  readonly barrierId: number;
  readonly position: ArmPosition;
  readonly since: string;
}

/** States of the two contacts; undefined for one that the barrier does not have. */
export interface ContactStates {
  readonly open: boolean | undefined;
  readonly closed: boolean | undefined;
}

/** With one contact, the arm counts as being at the other end while that contact is not made. */
export function toArmPosition(contacts: ContactStates): ArmPosition {
  const isOpen = contacts.open ?? (contacts.closed === undefined ? undefined : !contacts.closed);
  const isClosed = contacts.closed ?? (contacts.open === undefined ? undefined : !contacts.open);
  if (isOpen === undefined || isClosed === undefined) return "unknown";
  if (isOpen && isClosed) return "contradiction";
  if (isOpen) return "open";
  return isClosed ? "closed" : "moving";
}
