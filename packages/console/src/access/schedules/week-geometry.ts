import type { WeeklyWindow } from "@gatehouse/contract/entities/access/schedule";
import { type TimeWindow, toSpan } from "@gatehouse/contract/fields/time";

/** Pointer and arrow keys change times in these steps, in minutes. */
export const stepMinutes = 15;

const minutesOfDay = 1440;
const axisStepHours = 6;

/** A window on one day: overnight windows are one piece that ends after hour 24 of its start day. */
export interface Piece {
  /** Position of the window in the schedule. */
  readonly index: number;
  readonly day: number;
  /** Minutes since midnight of the day. */
  readonly start: number;
  readonly end: number;
}

/** Whether both times are complete. */
const isComplete = ({ from, to }: TimeWindow) => from !== "" && to !== "";

/** The windows as pieces of days. Windows that are still being typed are left out. */
export const toPieces = (windows: readonly WeeklyWindow[]): Piece[] =>
  windows.flatMap((window, index) =>
    isComplete(window) ? window.days.map((day) => ({ index, day, ...toSpan(window) })) : [],
  );

/** Length of the time axis: a day, and as much of the next one as the windows need. */
export function axisHours(windows: readonly WeeklyWindow[], leastHours = 24): number {
  const end = Math.max(leastHours * 60, ...toPieces(windows).map((piece) => piece.end));
  return Math.ceil(end / 60 / axisStepHours) * axisStepHours;
}

const clock = (minutes: number): string => {
  const ofDay = minutes % minutesOfDay;
  return `${String(Math.floor(ofDay / 60)).padStart(2, "0")}:${String(ofDay % 60).padStart(2, "0")}`;
};

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
const withSpan = <Window extends TimeWindow>(window: Window, start: number, end: number): Window => ({
  ...window,
  from: clock(start),
  to: clock(end),
});

/** How a drag or key changes a window. */
export type WindowChange = "move" | "start" | "end";

/** Changes a window by minutes. It keeps its start day and lasts from one step to a whole day. */
export function changeWindow<Window extends TimeWindow>(window: Window, change: WindowChange, minutes: number): Window {
  if (!isComplete(window)) return window;
  const { start, end } = toSpan(window);
  if (change === "end") return withSpan(window, start, clamp(end + minutes, start + stepMinutes, start + minutesOfDay));
  if (change === "start") {
    const latest = Math.min(end, minutesOfDay) - stepMinutes;
    return withSpan(window, clamp(start + minutes, Math.max(end - minutesOfDay, 0), latest), end);
  }
  const moved = clamp(start + minutes, 0, minutesOfDay - stepMinutes);
  return withSpan(window, moved, moved + end - start);
}

/** A new window of one day between two positions on its axis. */
export function windowBetween(day: number, one: number, other: number): WeeklyWindow {
  const start = clamp(Math.min(one, other), 0, minutesOfDay - stepMinutes);
  const end = clamp(Math.max(one, other), start + stepMinutes, start + minutesOfDay);
  return { days: [day], from: clock(start), to: clock(end) };
}

export const snap = (minutes: number): number => Math.round(minutes / stepMinutes) * stepMinutes;
