import { minuteOfDay } from "@gatehouse/contract/fields/time";
import { clockOffsetMs, momentOf } from "@gatehouse/contract/fields/zoned-time";
import type { ReportInterval } from "@gatehouse/contract/reports/report";

const dayMs = 86_400_000;
const minuteMs = 60_000;
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

/** The midnight of the site's day as if the site's time were UTC. */
const localDay = (ms: number, timeZone: string) => Math.floor((ms + clockOffsetMs(ms, timeZone)) / dayMs) * dayMs;

const daysOfMonth = (day: Date) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

function isRunDay({ every, weekday, monthDay }: ScheduleTimes, localMs: number): boolean {
  const day = new Date(localMs);
  if (every === "weekly") return (day.getUTCDay() || 7) === weekday;
  if (every === "monthly") return day.getUTCDate() === Math.min(monthDay ?? 1, daysOfMonth(day));
  return true;
}

/** The run of a day; undefined if the schedule does not run on it. */
function runOn(times: ScheduleTimes, localMs: number, timeZone: string): number | undefined {
  if (!isRunDay(times, localMs)) return undefined;
  return momentOf(localMs + minuteOfDay(times.at) * minuteMs, timeZone);
}

/** REP-6: the last time at which a schedule had to run. */
export function lastRunAt(times: ScheduleTimes, now: Date, timeZone: string): Date {
  const today = localDay(now.getTime(), timeZone);
  for (let days = 0; days <= maxDays; days += 1) {
    const run = runOn(times, today - days * dayMs, timeZone);
    if (run !== undefined && run <= now.getTime()) return new Date(run);
  }
  throw new Error("a schedule runs at least once in two months");
}

/** REP-6: the next time at which a schedule has to run. */
export function nextRunAt(times: ScheduleTimes, now: Date, timeZone: string): Date {
  const today = localDay(now.getTime(), timeZone);
  for (let days = 0; days <= maxDays; days += 1) {
    const run = runOn(times, today + days * dayMs, timeZone);
    if (run !== undefined && run > now.getTime()) return new Date(run);
  }
  throw new Error("a schedule runs at least once in two months");
}

/** REP-6: what a run covers: the day before, the seven days before, or the calendar month before, in the site's days. */
export function periodOfRun(every: ReportInterval, dueAt: Date, timeZone: string): { from: Date; to: Date } {
  const today = localDay(dueAt.getTime(), timeZone);
  const moment = (localMs: number) => new Date(momentOf(localMs, timeZone));
  if (every === "daily") return { from: moment(today - dayMs), to: moment(today) };
  if (every === "weekly") return { from: moment(today - 7 * dayMs), to: moment(today) };
  const day = new Date(today);
  const monthStart = (months: number) => Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1);
  return { from: moment(monthStart(-1)), to: moment(monthStart(0)) };
}
