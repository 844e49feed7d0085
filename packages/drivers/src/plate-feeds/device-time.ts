import { momentNear, momentOf } from "@gatehouse/contract/fields/zoned-time";
import type { Payload } from "./feed.ts";
import { numberOf, rawText, textOf } from "./payload-values.ts";

const dateAndClock = /^([\d./-]{8,10})(?:T| +)(\S.*)$/i;
// Day first is accepted only with dots, because 05/06/2026 is ambiguous.
const dates = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
];
const clock = /^(\d{2}|\d(?=:)):?(\d{2}):?(\d{2})(?:[.,]?(\d+))?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const minuteMs = 60_000;
const maxLength = 64;

/** The zone of times without an offset: minutes ahead of UTC, or the site's time zone. */
export type Zone = number | Pick<Payload, "timeZone" | "receivedAt">;

/**
 * Parses a time with its own offset, else in the given zone. Null if there is none; an invalid date if it can't be
 * parsed, because an event at an unknown time must not count as live.
 */
export function parseTime(value: unknown, zone: Zone = {}): Date | null {
  if (!isPresent(value)) return null;
  const [, date = "", time = ""] = dateAndClock.exec(textOf(value, maxLength) ?? "") ?? [];
  const shown = clock.exec(time);
  const readingMs = shown ? dayMs(date) + clockMs(shown) : Number.NaN;
  if (!isPlausible(readingMs)) return invalidTime();
  const offset = shown?.[5];
  if (offset !== undefined) return new Date(readingMs - offsetMinutes(offset) * minuteMs);
  return new Date(toInstantMs(readingMs, zone));
}

/** Parses seconds, milliseconds or microseconds since 1970; null and invalid dates as in parseTime. */
export function parseEpoch(value: unknown): Date | null {
  if (!isPresent(value)) return null;
  const given = numberOf(value) ?? Number.NaN;
  const ms = [given, given * 1000, given / 1000].find(isPlausible);
  return ms === undefined ? invalidTime() : new Date(Math.round(ms));
}

/** Parses seconds since 1970 whose fraction is sent separately; null and invalid dates as in parseTime. */
export function parseEpochParts(
  seconds: unknown,
  fraction: { readonly ms?: unknown; readonly us?: unknown },
): Date | null {
  const whole = parseEpoch(seconds);
  if (whole === null || isInvalidTime(whole)) return whole;
  const ms = numberOf(fraction.ms) ?? (numberOf(fraction.us) ?? 0) / 1000;
  return new Date(whole.getTime() + (ms >= 0 && ms < 1000 ? Math.round(ms) : 0));
}

/** The first valid one of the times of an event. */
export const firstValidTime = (...times: readonly (Date | null)[]): Date | null =>
  times.find((at) => at !== null && !isInvalidTime(at)) ?? times.find((at) => at !== null) ?? null;

/** Whether a time was sent but could not be parsed. */
export const isInvalidTime = (at: Date | null): boolean => at !== null && Number.isNaN(at.getTime());

const invalidTime = () => new Date(Number.NaN);
const isPresent = (value: unknown) => value !== undefined && value !== null && rawText(value)?.trim() !== "";

// Times outside 2000 to 2100 come from clocks that were never set.
const earliestMs = Date.UTC(2000, 0);
const latestMs = Date.UTC(2100, 0);
const isPlausible = (ms: number) => ms >= earliestMs && ms < latestMs;

/** Midnight of a date in UTC; NaN for an invalid date. */
function dayMs(date: string): number {
  const groups = dates.map((written) => written.exec(date)?.groups).find((found) => found !== undefined);
  const [year, month, day] = [groups?.year, groups?.month, groups?.day].map(Number) as [number, number, number];
  const ms = Date.UTC(year, month - 1, day);
  return new Date(ms).getUTCDate() === day && month >= 1 && month <= 12 ? ms : Number.NaN;
}

/** Milliseconds since midnight; NaN for an invalid time of day. */
function clockMs(shown: RegExpExecArray): number {
  const [hour, minute, second] = shown.slice(1, 4).map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN;
  return (hour * 60 + minute) * minuteMs + second * 1000 + Number((shown[4] ?? "").slice(0, 3).padEnd(3, "0"));
}

function toInstantMs(readingMs: number, zone: Zone): number {
  if (typeof zone === "number") return readingMs - zone * minuteMs;
  const { timeZone, receivedAt } = zone;
  if (timeZone === undefined) return Number.NaN;
  // When clocks go back, an hour occurs twice: take the time closer to the receipt.
  return receivedAt ? momentNear(readingMs, timeZone, receivedAt.getTime()) : momentOf(readingMs, timeZone);
}

function offsetMinutes(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(3).replace(":", "")].map(Number) as [number, number];
  if (hours > 14 || minutes > 59) return Number.NaN;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
