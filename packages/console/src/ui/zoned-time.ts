import { clockOffsetMs, type Shown, shownAt } from "@gatehouse/contract/fields/zoned-time";
import { supportedTimeZone } from "./format-time.ts";

/** A clock's reading that a person typed, and the moment that it means. */
export interface ZonedTime extends Pick<Shown, "occurs"> {
  at: Date;
}

/** What the clocks of a zone show at a moment, as an input of date and time has it: `2026-12-31T23:59`. */
export const readingAt = (at: Date, timeZone: string): string =>
  new Date(at.getTime() + clockOffsetMs(at.getTime(), supportedTimeZone(timeZone))).toISOString().slice(0, 16);

/** The moment at which the clocks of a zone show a reading; undefined for a text that is none. */
export function momentOf(reading: string, timeZone: string): ZonedTime | undefined {
  const readingMs = Date.parse(`${reading}Z`);
  if (Number.isNaN(readingMs)) return undefined;
  const { ms, occurs } = shownAt(readingMs, supportedTimeZone(timeZone));
  return { at: new Date(ms), occurs };
}
