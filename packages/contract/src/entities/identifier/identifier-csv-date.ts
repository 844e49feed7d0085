import { dayMs, momentOf } from "../../fields/zoned-time.ts";
import type { DateOrder } from "./identifier-csv.ts";

/** The date format and time zone of a file. */
export interface DateReading {
  readonly order: DateOrder;
  /** The site's time zone, for times without an offset. */
  readonly timeZone: string;
}

/** Whether a date without a time means the start or the end of the day. */
export type DayEdge = "start" | "end";

/** A parsed time, or why it is invalid. */
export type ReadTime = { readonly time: string } | { readonly error: string };

const iso =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<part>\.\d{1,9})?)? ?(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;
const dayFirst =
  /^(?<day>\d{1,2})(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?: (?<hour>\d{1,2}):(?<minute>\d{2}))?$/;

const monthsPerYear = 12;

/** Parses a date or time: ISO always; day first if it was chosen or if the date has no other meaning. Never guesses. */
export function readTime(text: string, edge: DayEdge, { order, timeZone }: DateReading): ReadTime {
  const numbered = dayFirst.exec(text);
  const [day, month] = [Number(numbered?.groups?.day), Number(numbered?.groups?.month)];
  if (order === "iso" && day <= monthsPerYear && month <= monthsPerYear && day !== month) {
    return { error: "Ambiguous date: choose day first, or write it as 2026-12-31" };
  }
  const { groups } = iso.exec(text) ?? numbered ?? {};
  if (!groups || month > monthsPerYear) return { error: "Must be a date such as 2026-12-31 or 31/12/2026" };
  const readingMs = readingOf(groups);
  if (readingMs === undefined) return { error: "Is not a valid date and time" };
  const moment = momentFrom(readingMs, groups, edge, timeZone);
  return { time: new Date(moment).toISOString() };
}

type Groups = Record<string, string | undefined>;

/** The local time in milliseconds as if it were UTC; undefined for invalid dates such as 30 February. */
function readingOf({
  year,
  month,
  day,
  hour = "0",
  minute = "0",
  second = "0",
  part = "",
}: Groups): number | undefined {
  const fields = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  const readingMs = Date.UTC(...fields);
  const at = new Date(readingMs);
  const shown = [
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  ];
  if (shown.some((value, index) => value !== fields[index])) return undefined;
  return readingMs + Math.floor(Number(`0${part}`) * 1000);
}

function momentFrom(readingMs: number, { hour, offset }: Groups, edge: DayEdge, timeZone: string): number {
  if (hour === undefined) {
    // The end of a day is just before the start of the next, because days may have 23 or 25 hours.
    return edge === "start" ? momentOf(readingMs, timeZone) : momentOf(readingMs + dayMs, timeZone) - 1;
  }
  if (offset === undefined) return momentOf(readingMs, timeZone);
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return readingMs - (sign === "-" ? -ahead : ahead);
}
