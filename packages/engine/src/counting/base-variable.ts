import type { Check, DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import type { EventStatus } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";

/** A base variable of the camera, slot controller, loop or reader that an event came from. */
export interface BaseVariable {
  readonly id: number;
  readonly direction: GateType | null;
  readonly vehicleClass: "2w" | "4w" | null;
  /** The slot that it stands for, as its device names it: 1 is free, 0 is occupied. */
  readonly slot: string | null;
  readonly current: number;
  /** When its slot was last told free or occupied, by the device's clock, if that is kept: older news changes nothing. */
  readonly reportedAt?: Date | null;
}

/** How far one base variable moves. */
export interface Step {
  readonly variableId: number;
  readonly delta: number;
}

/** What an event comes to. */
export interface Counted {
  readonly steps: readonly Step[];
  readonly status: EventStatus;
  /** Slots whose sensor reports an error. */
  readonly slotErrors: readonly string[];
  /** The variables whose `reportedAt` this event is now, whether they moved or not. */
  readonly reportedIds: readonly number[];
  readonly trace: DecisionTrace;
}

/** What came of an event, with the checks on the way; without any step of its own it may still have been acted upon. */
export function counted(
  {
    isTaken,
    ...outcome
  }: Pick<Counted, "steps"> & { isTaken: boolean } & Partial<Pick<Counted, "slotErrors" | "reportedIds">>,
  { checks, reason, direction = null }: { checks: readonly Check[]; reason: string; direction?: GateType | null },
): Counted {
  return {
    slotErrors: [],
    reportedIds: [],
    ...outcome,
    status: isTaken ? "PROCESSED" : "RECEIVED",
    trace: { read: null, direction, checks: [...checks], candidates: [], isGranted: null, reason },
  };
}

/** An event that moves nothing, and why. */
export const ignored = (reason: string, direction: GateType | null = null): Counted =>
  counted({ steps: [], isTaken: false }, { checks: [{ text: reason, isPassed: false }], reason, direction });

/** MOD-3: what is said of an event whose module is inactive. */
export const inactive = (title: string): Counted => ignored(`${title} is not active`);
