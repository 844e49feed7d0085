import { dayMs, startOfDay, zonedAt } from "@gatehouse/contract/fields/zoned-time";
import { listHolidays } from "../plan/access-plan.ts";

const hourMs = 3_600_000;

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
  const today = zonedAt(now, timeZone).toPlainDate();
  const holidays = new Set(listHolidays(now));
  return Array.from({ length: days + 1 }, (_, index) => {
    const ago = days - index;
    const day = today.subtract({ days: ago });
    const midnightMs = startOfDay(day, timeZone).getTime();
    // Most days have no clock change, up to the end of the following night.
    const isEven = startOfDay(day.add({ days: 2 }), timeZone).getTime() - midnightMs === 2 * dayMs;
    return {
      ago,
      weekday: day.dayOfWeek,
      isHoliday: holidays.has(day.toString()),
      at: (hour) => {
        const ms = Math.round(hour * hourMs);
        if (isEven) return new Date(midnightMs + ms);
        return new Date(day.toPlainDateTime().add({ milliseconds: ms }).toZonedDateTime(timeZone).epochMilliseconds);
      },
    };
  });
}
