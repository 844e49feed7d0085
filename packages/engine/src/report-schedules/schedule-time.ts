import { startOfDay, zonedAt } from "@gatehouse/contract/fields/zoned-time";
import type { ReportInterval } from "@gatehouse/contract/reports/report";

/** No interval is longer than two months. */
const maxDays = 62;

/** When a schedule runs, at the site. */
export interface ScheduleTimes {
  readonly every: ReportInterval;
  readonly at: string;
  /** From 1, Monday, to 7, Sunday. */
  readonly weekday: number | null;
  readonly monthDay: number | null;
}

function isRunDay({ every, weekday, monthDay }: ScheduleTimes, day: Temporal.PlainDate): boolean {
  if (every === "weekly") return day.dayOfWeek === weekday;
  if (every === "monthly") return day.day === Math.min(monthDay ?? 1, day.daysInMonth);
  return true;
}

/** The last time at which a schedule had to run. */
export const lastRunAt = (times: ScheduleTimes, now: Date, timeZone: string): Date => findRun(times, now, timeZone, -1);

export const nextRunAt = (times: ScheduleTimes, now: Date, timeZone: string): Date => findRun(times, now, timeZone, 1);

function findRun(times: ScheduleTimes, now: Date, timeZone: string, step: 1 | -1): Date {
  const today = zonedAt(now, timeZone).toPlainDate();
  for (let days = 0; days <= maxDays; days += 1) {
    const day = today.add({ days: days * step });
    if (!isRunDay(times, day)) continue;
    const run = new Date(day.toZonedDateTime({ timeZone, plainTime: times.at }).epochMilliseconds);
    if (run > now === step > 0) return run;
  }
  throw new Error("a schedule runs at least once in two months");
}

const lengths = { daily: { days: 1 }, weekly: { days: 7 }, monthly: { months: 1 } } as const;

/** What a run covers: the day before, the seven days before, or the calendar month before, in the site's days. */
export function periodOfRun(every: ReportInterval, dueAt: Date, timeZone: string): { from: Date; to: Date } {
  const today = zonedAt(dueAt, timeZone).toPlainDate();
  const end = every === "monthly" ? today.with({ day: 1 }) : today;
  return { from: startOfDay(end.subtract(lengths[every]), timeZone), to: startOfDay(end, timeZone) };
}
