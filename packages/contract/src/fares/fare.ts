import { type TimeWindow, toSpan } from "../fields/time.ts";
import { clockOffsetMs, dayMs } from "../fields/zoned-time.ts";

const minuteMs = 60_000;
const minutesOfDay = 1_440;

/** What every started period costs, in minor units of the site's currency. */
interface PeriodPrice {
  readonly periodMinutes: number;
  readonly price: number;
}

/** The prices of a tariff. */
export interface Rates {
  /** A stay of at most this length costs nothing. A longer one is charged from its start. */
  readonly freeMinutes: number;
  /** Each step applies from a minute of the day of the stay; the first from 0. */
  readonly steps: readonly (PeriodPrice & { readonly fromMinute: number })[];
  /** The most that 24 hours of a stay cost; null: no limit. */
  readonly dailyCap: number | null;
  /** The price of periods that start in these hours; null: none. */
  readonly night: (TimeWindow & PeriodPrice) | null;
}

/** What 24 hours of a stay, counted from the entry, cost. */
export interface FareDay {
  readonly periods: number;
  readonly nightPeriods: number;
  readonly price: number;
  readonly isCapped: boolean;
}

/** The fare of a stay. */
export interface Fare {
  /** The length of the stay in started minutes. */
  readonly minutes: number;
  readonly amount: number;
  readonly isFree: boolean;
  readonly days: readonly FareDay[];
}

/**
 * The fare of a stay. Periods have their real length, also when the clocks change. Steps and the daily maximum start
 * again every 24 hours after the entry. A period costs what applies when it starts, in full.
 */
export function fareOf(rates: Rates, enteredAt: Date, leftAt: Date, timeZone: string): Fare {
  const minutes = Math.max(0, Math.ceil((leftAt.getTime() - enteredAt.getTime()) / minuteMs));
  if (minutes <= rates.freeMinutes) return { minutes, amount: 0, isFree: true, days: [] };
  const days: FareDay[] = [];
  for (let start = 0; start < minutes; start += minutesOfDay) {
    const startMs = enteredAt.getTime() + start * minuteMs;
    days.push(fareOfDay(rates, startMs, Math.min(minutes - start, minutesOfDay), timeZone));
  }
  return { minutes, amount: days.reduce((sum, { price }) => sum + price, 0), isFree: false, days };
}

function fareOfDay({ steps, dailyCap, night }: Rates, startMs: number, minutes: number, timeZone: string): FareDay {
  const isNight = isInWindow(night, startMs, timeZone);
  let [periods, nightPeriods, price] = [0, 0, 0];
  for (let minute = 0; minute < minutes; ) {
    const isAtNight = isNight(minute);
    const applied = isAtNight ? night : steps.findLast(({ fromMinute }) => fromMinute <= minute);
    if (!applied) break;
    periods += 1;
    if (isAtNight) nightPeriods += 1;
    price += applied.price;
    minute += applied.periodMinutes;
  }
  const isCapped = dailyCap !== null && price > dailyCap;
  return { periods, nightPeriods, price: isCapped ? dailyCap : price, isCapped };
}

/** Whether a minute after a time is in a window of the site's clock. */
function isInWindow(window: TimeWindow | null, startMs: number, timeZone: string): (minute: number) => boolean {
  if (window === null) return () => false;
  const { start, end } = toSpan(window);
  const firstOffset = clockOffsetMs(startMs, timeZone);
  const hasOneOffset = firstOffset === clockOffsetMs(startMs + dayMs, timeZone);
  return (minute) => {
    const ms = startMs + minute * minuteMs;
    const local = ms + (hasOneOffset ? firstOffset : clockOffsetMs(ms, timeZone));
    const minuteOfDay = Math.floor((((local % dayMs) + dayMs) % dayMs) / minuteMs);
    return (minuteOfDay >= start && minuteOfDay < end) || minuteOfDay + minutesOfDay < end;
  };
}
