import type { Check, DecisionTrace } from "@gatehouse/contract/entities/event";
import type { EventStatus } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";

/** A base variable of the camera, slot controller, loop or reader that an event came from. */
export interface BaseVariable {
  readonly id: number;
  readonly direction: GateType | null;
  readonly vehicleClass: "2w" | "4w" | null;
  /** The device's name of the slot that it represents; its value is 1 if free, 0 if occupied. */
  readonly slot: string | null;
  readonly current: number;
  /** Device time of the last report of its slot, if stored; older reports are ignored. */
  readonly reportedAt?: Date | null;
}

/** A change of one base variable. */
export interface Step {
  readonly variableId: number;
  readonly delta: number;
}

/** The result of a counting event. */
export interface CountingResult {
  readonly steps: readonly Step[];
  readonly status: EventStatus;
  /** Slots whose sensor reports an error. */
  readonly slotErrors: readonly string[];
  /** The variables whose slot was reported, changed or not. */
  readonly reportedIds: readonly number[];
  readonly trace: DecisionTrace;
}

/** Builds the result of an event. An event without steps can still have been processed. */
export function counted(
  {
    isTaken,
    ...outcome
  }: Pick<CountingResult, "steps"> & { isTaken: boolean } & Partial<Pick<CountingResult, "slotErrors" | "reportedIds">>,
  { checks, reason, direction = null }: { checks: readonly Check[]; reason: string; direction?: GateType | null },
): CountingResult {
  return {
    slotErrors: [],
    reportedIds: [],
    ...outcome,
    status: isTaken ? "PROCESSED" : "RECEIVED",
    trace: { read: null, direction, checks: [...checks], candidates: [], isGranted: null, reason },
  };
}

/** An event that changes nothing, and why. */
export const ignored = (reason: string, direction: GateType | null = null): CountingResult =>
  counted({ steps: [], isTaken: false }, { checks: [{ text: reason, isPassed: false }], reason, direction });

/** The result of an event of an inactive module. */
export const inactive = (title: string): CountingResult => ignored(`${title} is not active`);
