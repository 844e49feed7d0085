import { zonedAt } from "@gatehouse/contract/fields/zoned-time";

/** Minutes since midnight at the site. */
export function minuteAt(now: Date, timeZone: string): number {
  const { hour, minute } = zonedAt(now, timeZone);
  return hour * 60 + minute;
}

/** The last time at which the site's clock showed a minute of the day. */
export function lastTimeAt(minute: number, now: Date, timeZone: string): Date {
  const plainTime = { hour: Math.floor(minute / 60), minute: minute % 60 };
  const today = zonedAt(now, timeZone).toPlainDate();
  const [at, before] = [today, today.subtract({ days: 1 })].map(
    (day) => new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds),
  ) as [Date, Date];
  return at <= now ? at : before;
}
