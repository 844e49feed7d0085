import { type TimeWindow, toSpan } from "../../fields/time-window.ts";
import type { WeeklyWindow } from "./schedule-windows.ts";

/** The weekdays, Monday first. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const shortDay = (day: number): string => weekdays[day - 1]?.slice(0, 3) ?? "";

const minutesOfDay = 1440;

/** A window as text: "22:00–06:00 (next day)". */
export function formatWindow(window: TimeWindow): string {
  const { start, end } = toSpan(window);
  const span = `${window.from}–${window.to}`;
  if (start === 0 && end === minutesOfDay) return "all day";
  return end > minutesOfDay ? `${span} (next day)` : span;
}

/** RULE-2: weekly windows as text: "Mon–Fri 06:00–18:00, Sat 22:00–06:00 (next day)". */
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
    .map((run) =>
      run.length > 2 ? `${shortDay(run[0] ?? 0)}–${shortDay(run.at(-1) ?? 0)}` : run.map(shortDay).join(", "),
    )
    .join(", ");
}
