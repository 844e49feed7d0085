import { momentNear, momentOf } from "@gatehouse/contract/fields/zoned-time";
import type { Payload } from "./feed.ts";
import { numberOf, rawText, textOf } from "./payload-values.ts";

const dateAndClock = /^([\d./-]{8,10})(?:T| +)(\S.*)$/i;
// With the day first only dots are taken: 05/06/2026 is one day here and another there.
const dates = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
];
const clock = /^(\d{2}|\d(?=:)):?(\d{2}):?(\d{2})(?:[.,]?(\d+))?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const minuteMs = 60_000;
const longest = 64;

/** What a device's clock stands on where it tells no offset: minutes ahead of UTC, or the site's zone. */
export type Zone = number | Pick<Payload, "timeZone" | "receivedAt">;

/**
 * A written time: its own offset counts, else the given zone. Null where none is told, and a date that is none where one
 * is told that cannot be understood: what happened at an unknown time is not happening now.
 */
export function momentIn(value: unknown, zone: Zone = {}): Date | null {
  if (!isTold(value)) return null;
  const [, date = "", time = ""] = dateAndClock.exec(textOf(value, longest) ?? "") ?? [];
  const shown = clock.exec(time);
  const readingMs = shown ? dayMs(date) + clockMs(shown) : Number.NaN;
  if (!isSane(readingMs)) return notUnderstood();
  const offset = shown?.[5];
  if (offset !== undefined) return new Date(readingMs - offsetMinutes(offset) * minuteMs);
  return new Date(momentOn(readingMs, zone));
}

/** A time in milliseconds since 1970, or in seconds as older devices write it; as momentIn for anything else. */
export function epochIn(value: unknown): Date | null {
  if (!isTold(value)) return null;
  const given = numberOf(value) ?? Number.NaN;
  const ms = [given, given * 1000].find(isSane);
  return ms === undefined ? notUnderstood() : new Date(Math.round(ms));
}

/** Of the times that a device tells of one event, the first that is understood. */
export const firstMoment = (...told: readonly (Date | null)[]): Date | null =>
  told.find((at) => at !== null && !isNotUnderstood(at)) ?? told.find((at) => at !== null) ?? null;

/** Whether a time was told that nobody understands. */
export const isNotUnderstood = (at: Date | null): boolean => at !== null && Number.isNaN(at.getTime());

const notUnderstood = () => new Date(Number.NaN);
const isTold = (value: unknown) => value !== undefined && value !== null && rawText(value)?.trim() !== "";

// A clock that was never set is no clock: 2000 to 2100.
const earliest = Date.UTC(2000, 0);
const latest = Date.UTC(2100, 0);
const isSane = (ms: number) => ms >= earliest && ms < latest;

/** Midnight of a date as if on UTC; not a number where there is no such day. */
function dayMs(date: string): number {
  const groups = dates.map((written) => written.exec(date)?.groups).find((found) => found !== undefined);
  const [year, month, day] = [groups?.year, groups?.month, groups?.day].map(Number) as [number, number, number];
  const ms = Date.UTC(year, month - 1, day);
  return new Date(ms).getUTCDate() === day && month >= 1 && month <= 12 ? ms : Number.NaN;
}

/** What the clock shows, since midnight; not a number where no clock shows that. */
function clockMs(shown: RegExpExecArray): number {
  const [hour, minute, second] = shown.slice(1, 4).map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  return (hour * 60 + minute) * minuteMs + second * 1000 + Number((shown[4] ?? "").slice(0, 3).padEnd(3, "0"));
}

function momentOn(readingMs: number, zone: Zone): number {
  if (typeof zone === "number") return readingMs - zone * minuteMs;
  const { timeZone, receivedAt } = zone;
  if (timeZone === undefined) return Number.NaN;
  // In autumn an hour is shown twice: what has just been seen is of the one that is now.
  return receivedAt ? momentNear(readingMs, timeZone, receivedAt.getTime()) : momentOf(readingMs, timeZone);
}

function offsetMinutes(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(3).replace(":", "")].map(Number) as [number, number];
  if (hours > 14 || minutes > 59) return Number.NaN;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
