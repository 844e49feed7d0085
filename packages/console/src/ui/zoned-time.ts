import { clockOffsetMs, type Shown, shownAt } from "@gatehouse/contract/fields/zoned-time";
import { supportedTimeZone } from "./format-time.ts";

/** A local time that was typed, and the moment it means. */
export interface ZonedTime extends Pick<Shown, "occurs"> {
  at: Date;
}

/** The local time in a zone, in the format of a `datetime-local` input: `2026-12-31T23:59`. */
export const toLocalTime = (at: Date, timeZone: string): string =>
  new Date(at.getTime() + clockOffsetMs(at.getTime(), supportedTimeZone(timeZone))).toISOString().slice(0, 16);

const dayMs = 86_400_000;

/** The midnight in a zone some days from the day of a moment. */
export function localMidnight(at: Date, timeZone: string, days = 0): Date {
  const date = new Date(`${toLocalTime(at, timeZone).slice(0, 10)}T00:00:00Z`);
  const local = new Date(date.getTime() + days * dayMs).toISOString().slice(0, 16);
  return parseLocalTime(local, timeZone)?.at ?? at;
}

/** The moment of a local time in a zone; undefined for invalid text. */
export function parseLocalTime(reading: string, timeZone: string): ZonedTime | undefined {
  const readingMs = Date.parse(`${reading}Z`);
  if (Number.isNaN(readingMs)) return undefined;
  const { ms, occurs } = shownAt(readingMs, supportedTimeZone(timeZone));
  return { at: new Date(ms), occurs };
}
