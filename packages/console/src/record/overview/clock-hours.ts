import { assertFound } from "@gatehouse/contract/assert-found";
import type { Series } from "@gatehouse/contract/entities/overview";
import { formatClock, weekdayTitles } from "../../ui/format-time.ts";
import { zonedTime } from "../../ui/zoned-time.ts";

type Points = Series["points"];
type Value = Points[number]["value"];

const clocksOf = (points: Points, timeZone: string) => points.map(({ at }) => formatClock(new Date(at), timeZone));

/** The hours of a day by the site's clock. An hour that occurs twice is written with its offset. */
export function nameHours(points: Points, timeZone: string): string[] {
  const clocks = clocksOf(points, timeZone);
  return points.map(({ at }, index) => {
    const clock = assertFound(clocks[index], "a point without its hour");
    const isRepeated = clocks.indexOf(clock) !== clocks.lastIndexOf(clock);
    return isRepeated ? `${clock} ${zonedTime(new Date(at), timeZone).offset}` : clock;
  });
}

/**
 * The values of another day at the hours of this one, by the clock: one of the days may have an hour twice, or lack one.
 * `join` makes one value of those of an hour that only the other day has twice.
 */
export function valuesAt(
  day: Points,
  other: Points,
  { timeZone, join }: { timeZone: string; join: (first: Value, second: Value) => Value },
): Value[] {
  const [clocks, otherClocks] = [clocksOf(day, timeZone), clocksOf(other, timeZone)];
  return clocks.map((clock, place) => {
    const values = other.filter((_, index) => otherClocks[index] === clock).map(({ value }) => value);
    const isRepeated = clocks.indexOf(clock) !== clocks.lastIndexOf(clock);
    if (isRepeated) return values[place - clocks.indexOf(clock)] ?? null;
    const [first = null, ...further] = values;
    return further.reduce(join, first);
  });
}

export const dayHours = 24;

/** The sum of each weekday and hour, Monday from 0 to 1 first. The hour that a clock change repeats counts both times. */
export function countByWeekHour(points: Points, timeZone: string): number[] {
  const counts = Array.from({ length: weekdayTitles.length * dayHours }, () => 0);
  for (const { at, value } of points) {
    const { dayOfWeek, hour } = zonedTime(new Date(at), timeZone);
    const place = (dayOfWeek - 1) * dayHours + hour;
    counts[place] = (counts[place] ?? 0) + (value ?? 0);
  }
  return counts;
}
