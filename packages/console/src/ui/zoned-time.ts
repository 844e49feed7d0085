import { clockOffsetMs, type Shown, shownAt } from "@gatehouse/contract/fields/zoned-time";
import { supportedTimeZone } from "./format-time.ts";

/** A local time that was typed, and the moment it means. */
export interface ZonedTime extends Pick<Shown, "occurs"> {
  at: Date;
}

/** The local time in a zone, in the format of a `datetime-local` input: `2026-12-31T23:59`. */
export const toLocalTime = (at: Date, timeZone: string): string =>
  new Date(at.getTime() + clockOffsetMs(at.getTime(), supportedTimeZone(timeZone))).toISOString().slice(0, 16);

/** The moment of a local time in a zone; undefined for invalid text. */
export function parseLocalTime(reading: string, timeZone: string): ZonedTime | undefined {
  const readingMs = Date.parse(`${reading}Z`);
  if (Number.isNaN(readingMs)) return undefined;
  const { ms, occurs } = shownAt(readingMs, supportedTimeZone(timeZone));
  return { at: new Date(ms), occurs };
}
