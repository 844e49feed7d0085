import { momentOf } from "../fields/zoned-time.ts";
import { type Fare, fareOf, type Rates } from "./fare.ts";

const minuteMs = 60_000;

const stays = [
  { title: "30 minutes", entry: "10:00", minutes: 30 },
  { title: "2 hours", entry: "10:00", minutes: 120 },
  { title: "8 hours", entry: "09:00", minutes: 480 },
  { title: "Overnight, 18:00 to 08:00", entry: "18:00", minutes: 840 },
  { title: "26 hours", entry: "10:00", minutes: 1_560 },
  { title: "3 days", entry: "10:00", minutes: 4_320 },
] as const;

/** A stay and what it costs. */
export interface WorkedExample {
  readonly title: string;
  readonly enteredAt: Date;
  readonly leftAt: Date;
  readonly fare: Fare;
}

/** REP-4: what typical stays that begin on a date, such as `2026-12-25`, cost. */
export function workedExamples(
  rates: Rates,
  { date, timeZone }: { date: string; timeZone: string },
): readonly WorkedExample[] {
  return stays.map(({ title, entry, minutes }) => {
    const enteredAt = new Date(momentOf(Date.parse(`${date}T${entry}:00Z`), timeZone));
    const leftAt = new Date(enteredAt.getTime() + minutes * minuteMs);
    return { title, enteredAt, leftAt, fare: fareOf(rates, enteredAt, leftAt, timeZone) };
  });
}
