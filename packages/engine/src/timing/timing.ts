import type { EventTiming } from "@gatehouse/contract/events/event-module";

/** The stored time of an event, and whether it is live. */
export interface Occurrence {
  readonly occurredAt: Date;
  readonly timing: EventTiming;
}

/** The times of an event. */
interface Times {
  /** Device time; null if the device has no clock, which counts as now. */
  readonly at: Date | null;
  readonly receivedAt: Date;
  /** Time from `at` to `receivedAt`, if it is not simply their difference because a clock stepped in between. */
  readonly ageMs?: number;
  /** Maximum age, or lead, of a live event. */
  readonly freshSeconds: number;
}

/** ENG-4: classifies an event by its age; late and future events keep their time but open nothing. */
export function toOccurrence({ at, receivedAt, freshSeconds, ...given }: Times): Occurrence {
  if (at === null) return { occurredAt: receivedAt, timing: "live" };
  const ageMs = given.ageMs ?? receivedAt.getTime() - at.getTime();
  if (Math.abs(ageMs) <= freshSeconds * 1000) return { occurredAt: at, timing: "live" };
  return { occurredAt: at, timing: ageMs < 0 ? "future" : "late" };
}
