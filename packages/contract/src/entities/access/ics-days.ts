import { dayMs } from "../../fields/zoned-time.ts";

/** The day since 1970 of a date; null if it does not exist. */
export function toDay(year: number, month: number, date: number): number | null {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, date);
  return at.getUTCMonth() === month - 1 ? at.getTime() / dayMs : null;
}

/** A day as date text: 2026-12-25. */
export const formatDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export const parseDay = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);

/** A DATE or DATE-TIME value. */
export interface IcsTime {
  readonly day: number;
  /** Whether it has a time of day other than local midnight. */
  readonly isTimed: boolean;
}

/** Reads a DATE or DATE-TIME; null if it is invalid. */
export function parseTime(value: string): IcsTime | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(value.trim());
  if (!match) return null;
  const [, year, month, date, clock = "000000", utc = ""] = match;
  const day = toDay(Number(year), Number(month), Number(date));
  return day === null ? null : { day, isTimed: clock !== "000000" || utc === "Z" };
}

/** The whole days of a DURATION like P2D or P1W; null if it is something else. */
export function parseDuration(value: string): number | null {
  const found = /^\+?P(?:(\d{1,2})W|(\d{1,3})D)(?:T0H0M0S)?$/.exec(value.trim());
  if (!found) return null;
  const [, weeks, days] = found;
  return weeks === undefined ? Number(days) : Number(weeks) * 7;
}
