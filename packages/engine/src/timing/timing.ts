import type { EventTiming } from "@gatehouse/contract/events/event-module";

/** When something happened, as it is stored, and whether that is of this moment. */
export interface Occurrence {
  readonly occurredAt: Date;
  readonly timing: EventTiming;
}

/** What is known of an event's time. */
interface Times {
  /** By the device's clock; null where it has none, which counts as now. */
  readonly at: Date | null;
  readonly receivedAt: Date;
  /** Time from `at` to `receivedAt`, if it is not simply their difference because a clock stepped in between. */
  readonly ageMs?: number;
  /** How old, or how far ahead, it may be and still be live. */
  readonly freshSeconds: number;
}

/** ENG-4: an event keeps its own time; one that is too old or too far ahead is late or future and opens nothing. */
export function occurrenceOf({ at, receivedAt, freshSeconds, ...given }: Times): Occurrence {
  if (at === null) return { occurredAt: receivedAt, timing: "live" };
  const ageMs = given.ageMs ?? receivedAt.getTime() - at.getTime();
  if (Math.abs(ageMs) <= freshSeconds * 1000) return { occurredAt: at, timing: "live" };
  return { occurredAt: at, timing: ageMs < 0 ? "future" : "late" };
}
