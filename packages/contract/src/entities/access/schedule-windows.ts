import { type TimeWindow, toSpan } from "../../fields/time-window.ts";

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
