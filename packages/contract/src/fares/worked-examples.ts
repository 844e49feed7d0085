import { dayMs, momentOf } from "../fields/zoned-time.ts";
import { type Fare, fareOf, type Rates } from "./fare.ts";

const minuteMs = 60_000;

/** Stays by their length, or by the clock of the next day, whose night may be an hour longer or shorter. */
const stays: readonly ({ title: string; entry: string } & ({ minutes: number } | { exit: string }))[] = [
  { title: "30 minutes", entry: "10:00", minutes: 30 },
  { title: "2 hours", entry: "10:00", minutes: 120 },
  { title: "8 hours", entry: "09:00", minutes: 480 },
  { title: "Overnight, 18:00 to 08:00", entry: "18:00", exit: "08:00" },
  { title: "26 hours", entry: "10:00", minutes: 1_560 },
  { title: "3 days", entry: "10:00", minutes: 4_320 },
];

/** A stay and what it costs. */
export interface WorkedExample {
  readonly title: string;
  readonly enteredAt: Date;
  readonly leftAt: Date;
  readonly fare: Fare;
}

/** What typical stays that begin on a date, such as `2026-12-25`, cost. */
export function workedExamples(
  rates: Rates,
  { date, timeZone }: { date: string; timeZone: string },
): readonly WorkedExample[] {
  const momentAt = (clock: string, days = 0) =>
    new Date(momentOf(Date.parse(`${date}T${clock}:00Z`) + days * dayMs, timeZone));
  return stays.map((stay) => {
    const enteredAt = momentAt(stay.entry);
    const leftAt = "exit" in stay ? momentAt(stay.exit, 1) : new Date(enteredAt.getTime() + stay.minutes * minuteMs);
    return { title: stay.title, enteredAt, leftAt, fare: fareOf(rates, enteredAt, leftAt, timeZone) };
  });
}
