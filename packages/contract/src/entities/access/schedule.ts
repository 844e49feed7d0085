import * as z from "zod";
import { assertFound } from "../../assert-found.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { clockPattern, type TimeWindow, toSpan } from "../../fields/time.ts";

/** A window on some days of the week; 1 is Monday. */
export interface WeeklyWindow extends TimeWindow {
  readonly days: readonly number[];
}

const minutesOfDay = 1440;
const minutesOfWeek = 7 * minutesOfDay;

/** The positions of weekly windows that overlap an earlier one, overnight windows and the end of the week included. */
export function overlappingWeekly(windows: readonly WeeklyWindow[]): number[] {
  const spans = windows.flatMap((window, position) => {
    const { start, end } = toSpan(window);
    return [...new Set(window.days)].map((day) => ({
      position,
      start: (day - 1) * minutesOfDay + start,
      end: (day - 1) * minutesOfDay + end,
    }));
  });
  return overlapping(spans, minutesOfWeek);
}

/** The positions of windows of one date that overlap an earlier one. */
export const overlappingDaily = (windows: readonly TimeWindow[]): number[] =>
  overlapping(
    windows.map((window, position) => ({ position, ...toSpan(window) })),
    0,
  );

interface PlacedSpan {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** `cycle`: the length after which times repeat; 0 if they don't. */
function overlapping(spans: readonly PlacedSpan[], cycle: number): number[] {
  // What runs past the end of the cycle continues at its start.
  const unrolled = spans.flatMap((span) =>
    cycle > 0 && span.end > cycle ? [span, { ...span, start: span.start - cycle, end: span.end - cycle }] : [span],
  );
  const sorted = unrolled.toSorted((one, other) => one.start - other.start || one.position - other.position);
  const found = new Set<number>();
  let latest: PlacedSpan | undefined;
  for (const span of sorted) {
    if (latest && span.start < latest.end && span !== latest) found.add(Math.max(span.position, latest.position));
    if (!latest || span.end > latest.end) latest = span;
  }
  return [...found].sort((one, other) => one - other);
}

const overlaps = "Overlaps another window";
const weekdayError = "Must be from 1 (Monday) to 7";
const timeError = "Must be a time like 06:30";
const time = z.string(timeError).regex(clockPattern, timeError);
const weekday = z.int(weekdayError).min(1, weekdayError).max(7, weekdayError);

/** A window of a day. Its end is not included; an end that is not after the start is on the next day. */
const timeWindow = z.strictObject({ from: time, to: time });

const weeklyWindow = timeWindow.extend({
  /** 1 is Monday. */
  days: z
    .array(weekday)
    .min(1, "Choose at least one day")
    .refine((days) => new Set(days).size === days.length, "Duplicate day"),
});

const exception = z.strictObject({
  /** 29 February is valid in leap years only. */
  date: z.iso.date("Must be a date like 2026-12-25"),
  /** The windows of the date, instead of those of its weekday; none: closed. */
  windows: z.array(timeWindow).max(20, "At most 20 windows").default([]),
});

/** The input for a schedule, in the time zone of the site. Without any window it is never open. */
export const scheduleDraft = z
  .strictObject({
    name: requiredText(),
    windows: z.array(weeklyWindow).max(50, "At most 50 windows").default([]),
    exceptions: z.array(exception).max(1000, "At most 1000 dates").default([]),
  })
  .check(({ value, issues }) => {
    const addError = (path: PropertyKey[], message: string) =>
      issues.push({ code: "custom", path, input: value, message });
    for (const position of overlappingWeekly(value.windows)) addError(["windows", position], overlaps);
    const dates = new Set<string>();
    for (const [index, { date, windows }] of value.exceptions.entries()) {
      if (dates.has(date)) addError(["exceptions", index, "date"], "Duplicate date");
      dates.add(date);
      for (const position of overlappingDaily(windows)) addError(["exceptions", index, "windows", position], overlaps);
    }
  });

/** A schedule as the server returns it. */
export const schedule = z.object({
  id: recordId,
  version,
  name: z.string(),
  windows: z.array(weeklyWindow),
  exceptions: z.array(exception),
});
schedule.register(z.globalRegistry, { id: "AccessSchedule", description: "Times at which a rule applies" });

export type Schedule = z.output<typeof schedule>;

/** The weekdays, Monday first. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const shortDay = (day: number): string => assertFound(weekdays[day - 1], `no weekday ${day}`).slice(0, 3);

/** A window as text: "22:00–06:00 (next day)". */
export function formatWindow(window: TimeWindow): string {
  const { start, end } = toSpan(window);
  const span = `${window.from}–${window.to}`;
  if (start === 0 && end === minutesOfDay) return "all day";
  return end > minutesOfDay ? `${span} (next day)` : span;
}

/** Weekly windows as text: "Mon–Fri 06:00–18:00, Sat 22:00–06:00 (next day)". */
export function formatWindows(windows: readonly WeeklyWindow[]): string {
  if (windows.length === 0) return "Never open";
  return windows.map((window) => `${formatDays(window.days)} ${formatWindow(window)}`).join(", ");
}

/** Weekdays as text: "Every day" or "Mon–Fri, Sun"; three or more in a row as a range. */
export function formatDays(days: readonly number[]): string {
  if (days.length === weekdays.length) return "Every day";
  const sorted = days.toSorted((one, other) => one - other);
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) => {
      const names = run.map(shortDay);
      return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(", ");
    })
    .join(", ");
}
