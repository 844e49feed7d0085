import { clockOffsetMs, momentOf } from "../fields/zoned-time.ts";

/** REP-2: the usual periods of a report; any other one is chosen by its start and end. */
export const reportSteps = ["day", "week", "month"] as const;

/** A usual period. */
export type ReportStep = (typeof reportSteps)[number];

const dayMs = 86_400_000;

/** The starts of a period and of the next one, as local times. */
const boundaries: Record<ReportStep, (reading: Date) => [startMs: number, endMs: number]> = {
  day: (reading) => days(reading, 0, 1),
  // Weeks start on Monday.
  week: (reading) => days(reading, (reading.getUTCDay() + 6) % 7, 7),
  month: (reading) => {
    const [year, month] = [reading.getUTCFullYear(), reading.getUTCMonth()];
    return [Date.UTC(year, month), Date.UTC(year, month + 1)];
  },
};

function days(reading: Date, since: number, length: number): [number, number] {
  const start = Math.floor(reading.getTime() / dayMs - since) * dayMs;
  return [start, start + length * dayMs];
}

/** The day, week or month of a time in a zone, from its first midnight to the next one, whatever the clocks do. */
export function periodAround(step: ReportStep, at: Date, timeZone: string): { from: Date; to: Date } {
  const reading = new Date(at.getTime() + clockOffsetMs(at.getTime(), timeZone));
  const [from, to] = boundaries[step](reading).map((ms) => new Date(momentOf(ms, timeZone))) as [Date, Date];
  return { from, to };
}

/** The last complete day, week or month before a time. */
export function periodBefore(step: ReportStep, at: Date, timeZone: string): { from: Date; to: Date } {
  const { from } = periodAround(step, at, timeZone);
  return periodAround(step, new Date(from.getTime() - 1), timeZone);
}
