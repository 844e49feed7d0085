import { type Shown, shownAt, startOfDay, zonedAt } from "@gatehouse/contract/fields/zoned-time";
import { supportedTimeZone } from "./format-time.ts";

/** A local time that was typed, and the moment it means. */
export interface ZonedTime extends Pick<Shown, "occurs"> {
  at: Date;
}

/** The date and the clock in a zone; in UTC if the browser does not know the zone. */
export const zonedTime = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  zonedAt(at, supportedTimeZone(timeZone));

/** The local time in a zone, in the format of a `datetime-local` input: `2026-12-31T23:59`. */
export const toLocalTime = (at: Date, timeZone: string): string =>
  zonedTime(at, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });

/** The midnight in a zone some days from the day of a moment. */
export function localMidnight(at: Date, timeZone: string, days = 0): Date {
  const day = zonedTime(at, timeZone).toPlainDate().add({ days });
  return startOfDay(day, supportedTimeZone(timeZone));
}

/** The moment of a local time in a zone; undefined for invalid text. */
export function parseLocalTime(reading: string, timeZone: string): ZonedTime | undefined {
  const readingMs = Date.parse(`${reading}Z`);
  if (Number.isNaN(readingMs)) return undefined;
  const { ms, occurs } = shownAt(readingMs, supportedTimeZone(timeZone));
  return { at: new Date(ms), occurs };
}
