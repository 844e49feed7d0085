import { clockPattern } from "../fields/time.ts";

const maxShifts = 6;

/** The times of day at which shifts start. */
export const toShiftStarts = (text: string): string[] => text.split(",").map((time) => time.trim());

/** The error of a list of times; undefined if it is valid. */
export function shiftStartsError(text: string): string | undefined {
  const times = toShiftStarts(text);
  if (times.some((time) => !clockPattern.test(time))) return "Must be times such as 06:00, 14:00, 22:00";
  if (times.length > maxShifts) return `At most ${maxShifts} times`;
  return new Set(times).size < times.length ? "Duplicate time" : undefined;
}
