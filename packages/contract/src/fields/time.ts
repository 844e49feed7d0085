import * as z from "zod";
import { requiredOr } from "./required.ts";

/** A time of the day, such as 22:00. */
export const clockPattern: RegExp = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The error of a time of the day. */
export const clockError = "Must be a time such as 22:00";

/** The error of a text that is no time of the day; undefined if it is one. */
export const clockTimeError = (text: string): string | undefined => (clockPattern.test(text) ? undefined : clockError);

/** A time of the day at the site, such as 22:00. */
export const clockTime = z.string(clockError).trim().regex(clockPattern, clockError);

/** A time of the day that may be left empty, which is stored as null. */
export const optionalClockTime = z.union([z.literal("").transform(() => null), clockTime, z.null()]).default(null);

/** Minutes since midnight. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Times are ISO 8601 UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** A time of another system, with any offset that PostgreSQL supports; stored as UTC. */
export const sentTime = z.iso
  .datetime({ offset: true, ...requiredOr("Must be an ISO 8601 time with an offset") })
  .max(40, "At most 40 characters")
  .refine((text) => !isOutside(Date.parse(text)), "Must be from 1970 to 9999")
  .refine((text) => !/[+-](?:1[6-9]|2\d):\d\d$/.test(text), "Must have an offset of less than 16 hours");

const isOutside = (ms: number) => ms < 0 || ms >= Date.UTC(10_000, 0);

/** A window of a day: from and to as HH:MM. It ends on the next day if `to` is not after `from`. */
export interface TimeWindow {
  readonly from: string;
  readonly to: string;
}

const minutesOfDay = 1440;

/** The minutes since midnight of a time like 06:30. */
const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Start and end in minutes since midnight of the start day; the end of an overnight window is above 1440. */
export function toSpan({ from, to }: TimeWindow): { start: number; end: number } {
  const [start, end] = [toMinutes(from), toMinutes(to)];
  return { start, end: end > start ? end : end + minutesOfDay };
}

/** A time inside the text of a decision; `withTimes` formats it for display. */
export const sentenceTime = (at: Date): string => at.toISOString();

const pattern = /(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Formats the times in a text for display. */
export function withTimes(sentence: string, textOf: (at: Date) => string): string {
  return sentence.replaceAll(pattern, (found) => {
    const at = new Date(found);
    // Text from a plate or name may look like a time.
    return Number.isNaN(at.getTime()) ? found : textOf(at);
  });
}

/** The error of an end that is not after its start. */
export const endsTooEarly = "Must be after the start";

/** Whether a time is later than another; an absent one is not. */
export function isAfter(one: string | null | undefined, other: string | null | undefined): boolean {
  if (!one || !other) return false;
  return Date.parse(one) > Date.parse(other);
}

/** The error of an end that is before its start. */
export const endsBeforeStart = "Must not be before the start";
