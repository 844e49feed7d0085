import { startOfDay } from "@gatehouse/contract/fields/zoned-time";
import { supportedTimeZone } from "../../ui/format-time.ts";
import { localMidnight, zonedTime } from "../../ui/zoned-time.ts";

const hourMs = 3_600_000;

/** Limits of a time filter as ISO 8601; `to` is exclusive. */
export interface TimeRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Common time filters. Those that include the present have no end, so that new events still appear. */
export const timeRanges = [
  { value: "hour", label: "Last hour" },
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "day", label: "Last 24 hours" },
  { value: "week", label: "Last 7 days" },
  { value: "last-month", label: "Last month" },
] as const;

const hours: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 7 * 24 };

/** The limits of a time filter, rounded to the minute; both undefined for any time. */
export function toTimeRange(name: string, now: Date, timeZone: string): TimeRange {
  const midnight = (days: number) => localMidnight(now, timeZone, days).toISOString();
  if (name === "today") return { from: midnight(0), to: undefined };
  if (name === "yesterday") return { from: midnight(-1), to: midnight(0) };
  if (name === "last-month") return { from: monthStart(now, timeZone, -1), to: monthStart(now, timeZone, 0) };
  const span = hours[name];
  if (span === undefined) return { from: undefined, to: undefined };
  const minuteMs = Math.floor(now.getTime() / 60_000) * 60_000;
  return { from: new Date(minuteMs - span * hourMs).toISOString(), to: undefined };
}

/** The name of the time filter that has these limits now; undefined if none has. */
export const findTimeRange = ({ from, to }: TimeRange, now: Date, timeZone: string): string | undefined =>
  timeRanges.find(({ value }) => {
    const range = toTimeRange(value, now, timeZone);
    return range.from === from && range.to === to;
  })?.value;

/** The start of a calendar month, counted from the month of a moment. */
function monthStart(now: Date, timeZone: string, months: number): string {
  const first = zonedTime(now, timeZone).toPlainDate().with({ day: 1 }).add({ months });
  return startOfDay(first, supportedTimeZone(timeZone)).toISOString();
}
