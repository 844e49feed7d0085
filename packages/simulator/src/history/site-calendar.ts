import { clockOffsetMs, momentOf } from "@gatehouse/contract/fields/zoned-time";
import { listHolidays } from "../plan/access-plan.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A day at the site. */
export interface SiteDay {
  /** Days before today; 0 is today. */
  readonly ago: number;
  /** 1 is Monday. */
  readonly weekday: number;
  readonly isHoliday: boolean;
  /** The time at this hour of the site's clock; 25 is one o'clock on the next day. */
  at(hour: number): Date;
}

/** Lists the past days and today, oldest first, by the site's clock. */
export function listDays(now: Date, days: number, timeZone: string): SiteDay[] {
  const today = Math.floor((now.getTime() + clockOffsetMs(now.getTime(), timeZone)) / dayMs);
  const holidays = new Set(listHolidays(now));
  return Array.from({ length: days + 1 }, (_, place) => {
    const ago = days - place;
    const day = today - ago;
    const midnightMs = momentOf(day * dayMs, timeZone);
    // Most days have no clock change, up to the end of the following night.
    const isEven = momentOf((day + 2) * dayMs, timeZone) - midnightMs === 2 * dayMs;
    return {
      ago,
      // 1970-01-01 was a Thursday.
      weekday: ((day + 3) % 7) + 1,
      isHoliday: holidays.has(new Date(day * dayMs).toISOString().slice(0, 10)),
      at: (hour) => {
        const ms = Math.round(hour * hourMs);
        return new Date(isEven ? midnightMs + ms : momentOf(day * dayMs + ms, timeZone));
      },
    };
  });
}
