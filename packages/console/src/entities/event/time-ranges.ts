import { parseLocalTime, toLocalTime } from "../../ui/zoned-time.ts";

const hourMs = 3_600_000;

/** Common time filters. They have no end, so that new events still appear. */
export const timeRanges = [
  { value: "hour", label: "Last hour" },
  { value: "today", label: "Today" },
  { value: "day", label: "Last 24 hours" },
  { value: "week", label: "Last 7 days" },
] as const;

const hours: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 7 * 24 };

/** Start of a time filter, rounded to the minute; undefined for any time. */
export function toTimeRange(name: string, now: Date, timeZone: string): { from: string | undefined; to: undefined } {
  if (name === "today") {
    const midnight = parseLocalTime(`${toLocalTime(now, timeZone).slice(0, 10)}T00:00`, timeZone);
    return { from: midnight?.at.toISOString(), to: undefined };
  }
  const span = hours[name];
  if (span === undefined) return { from: undefined, to: undefined };
  const minuteMs = Math.floor(now.getTime() / 60_000) * 60_000;
  return { from: new Date(minuteMs - span * hourMs).toISOString(), to: undefined };
}
