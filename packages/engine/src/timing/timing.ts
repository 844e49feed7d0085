import type { EventTiming } from "@gatehouse/contract/events/event-module";

/** The stored time of an event, and whether it is live. */
export interface Occurrence {
  readonly occurredAt: Date;
  readonly timing: EventTiming;
}

/** The times of an event. */
interface Times {
  /** Device time; null if the device has no clock, which counts as now; an invalid date if it can't be read. */
  readonly at: Date | null;
  readonly receivedAt: Date;
  /** Time from `at` to `receivedAt`, if it is not simply their difference because a clock stepped in between. */
  readonly ageMs?: number;
  /** Maximum age, or lead, of a live event. */
  readonly freshSeconds: number;
}

/** Classifies an event by its age; only live events open something. Late and future ones keep their time. */
export function toOccurrence({ at, receivedAt, freshSeconds, ...given }: Times): Occurrence {
  if (at === null) return { occurredAt: receivedAt, timing: "live" };
  if (Number.isNaN(at.getTime())) return { occurredAt: receivedAt, timing: "unreadable" };
  const ageMs = given.ageMs ?? receivedAt.getTime() - at.getTime();
  if (Math.abs(ageMs) <= freshSeconds * 1000) return { occurredAt: at, timing: "live" };
  return { occurredAt: at, timing: ageMs < 0 ? "future" : "late" };
}
