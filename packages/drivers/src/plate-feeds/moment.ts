import { momentOf } from "@gatehouse/contract/fields/zoned-time";
import { numberOf, textOf } from "./loose-values.ts";

const written = /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2}):?(\d{2})(?:[.,]?(\d{1,9}))?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const minuteMs = 60_000;

/** What a device's clock stands on where it tells no offset: minutes ahead of UTC, or the site's zone. */
export type Zone = number | string | undefined;

/** A written time: its own offset counts, else the given zone; null where neither tells when it was. */
export function momentIn(value: unknown, zone?: Zone): Date | null {
  const groups = written.exec(textOf(value, 40) ?? "");
  if (!groups) return null;
  const readingMs = readingOf(groups);
  if (readingMs === null) return null;
  const offset = groups[8];
  if (offset !== undefined) return new Date(readingMs - offsetMinutes(offset) * minuteMs);
  if (typeof zone === "number") return new Date(readingMs - zone * minuteMs);
  return zone === undefined ? null : new Date(momentOf(readingMs, zone));
}

// A clock that was never set is no clock: 2000 to 2100.
const earliest = Date.UTC(2000, 0);
const latest = Date.UTC(2100, 0);
const isSane = (ms: number) => ms >= earliest && ms < latest;

/** A time in milliseconds since 1970, or in seconds as older devices write it; null for anything else. */
export function epochIn(value: unknown): Date | null {
  const given = numberOf(value);
  if (given === null) return null;
  const ms = [given, given * 1000].find(isSane);
  return ms === undefined ? null : new Date(Math.round(ms));
}

/** What the clock showed, as if it stood on UTC; null where no clock shows that. */
function readingOf(groups: RegExpExecArray): number | null {
  const [year, month, day, hour, minute, second] = groups.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const ms = Number(`0.${groups[7] ?? "0"}`) * 1000;
  const reading = Date.UTC(year, month - 1, day, hour, minute, second) + Math.floor(ms);
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  const isTime = hour < 24 && minute < 60 && second <= 60;
  return isDay && isTime && isSane(reading) ? reading : null;
}

function offsetMinutes(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(-2)].map(Number) as [number, number];
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
