import { clockOffsetMs, momentOf } from "@gatehouse/contract/fields/zoned-time";

const dayMs = 86_400_000;

/** Minutes since midnight at the site. */
export function minuteAt(now: Date, timeZone: string): number {
  const local = now.getTime() + clockOffsetMs(now.getTime(), timeZone);
  return Math.floor((((local % dayMs) + dayMs) % dayMs) / 60_000);
}

/** NOTE-2: the last time at which the site's clock showed a minute of the day. */
export function lastTimeAt(minute: number, now: Date, timeZone: string): Date {
  const local = now.getTime() + clockOffsetMs(now.getTime(), timeZone);
  const today = Math.floor(local / dayMs) * dayMs + minute * 60_000;
  const moment = momentOf(today, timeZone);
  return new Date(moment <= now.getTime() ? moment : momentOf(today - dayMs, timeZone));
}
