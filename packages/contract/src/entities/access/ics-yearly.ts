import { asText } from "../../fields/as-text.ts";
import { dayMs } from "../../fields/zoned-time.ts";
import { parseTime, toDay } from "./ics-days.ts";

/** A yearly repetition (RRULE). */
interface YearlyRule {
  readonly interval: number;
  readonly count: number;
  /** The last possible day. */
  readonly until: number;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  /** `nth` 0: every such weekday of the month; -1: the last one. Monday is 0. */
  readonly weekdays: readonly { readonly nth: number; readonly weekday: number }[];
}

const weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const knownParts = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "WKST"];

/** Reads an RRULE; a text says why it can't be used. */
export function parseYearlyRule(value: string): YearlyRule | string {
  const parts = new Map(
    value
      .trim()
      .toUpperCase()
      .split(";")
      .filter((part) => part !== "")
      .map((part) => part.split("=", 2) as [string, string | undefined]),
  );
  const text = (name: string) => parts.get(name);
  if (text("FREQ") !== "YEARLY") return `Only yearly events can repeat, not FREQ=${asText(text("FREQ"))}`;
  const unknown = [...parts.keys()].find((name) => !knownParts.includes(name));
  if (unknown !== undefined) return `${unknown} is not supported`;
  if (parts.has("BYDAY") && !parts.has("BYMONTH")) return "BYDAY is supported only together with BYMONTH";
  const rule = {
    interval: toNumbers(text("INTERVAL") ?? "1", 1, 1000)?.[0],
    count: parts.has("COUNT") ? toNumbers(text("COUNT"), 1, 100_000)?.[0] : Number.POSITIVE_INFINITY,
    until: parts.has("UNTIL") ? parseTime(text("UNTIL") ?? "")?.day : Number.POSITIVE_INFINITY,
    months: parts.has("BYMONTH") ? toNumbers(text("BYMONTH"), 1, 12) : [],
    monthDays: parts.has("BYMONTHDAY") ? toNumbers(text("BYMONTHDAY"), -31, 31) : [],
    weekdays: parts.has("BYDAY") ? toWeekdays(text("BYDAY") ?? "") : [],
  };
  if (Object.values(rule).includes(undefined)) return "The repetition is invalid";
  return rule as YearlyRule;
}

function toNumbers(text: string | undefined, least: number, most: number): number[] | undefined {
  const numbers = text?.split(",").map((each) => (/^[+-]?\d+$/.test(each) ? Number(each) : Number.NaN));
  return numbers?.every((each) => each >= least && each <= most && each !== 0) ? numbers : undefined;
}

function toWeekdays(text: string): YearlyRule["weekdays"] | undefined {
  const found = text.split(",").map((each) => {
    const [, nth = "0", code = ""] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(each) ?? [];
    return { nth: Number(nth), weekday: weekdayCodes.indexOf(code) };
  });
  return found.every(({ weekday }) => weekday >= 0) ? found : undefined;
}

/** The start days of a repeated event up to a day, in order. Dates that don't exist in a year, like 29 February, are left out. */
export function repeatYearly(rule: YearlyRule, start: number, lastDay: number): number[] {
  const first = new Date(start * dayMs);
  const end = Math.min(rule.until, lastDay);
  const days = [start];
  for (let year = first.getUTCFullYear(); (toDay(year, 1, 1) ?? end) <= end; year += rule.interval) {
    days.push(...daysOfYear(rule, year, first).filter((day) => day > start && day <= end));
  }
  return days.slice(0, rule.count);
}

function daysOfYear({ months, monthDays, weekdays }: YearlyRule, year: number, first: Date): number[] {
  const everyMonth = Array.from({ length: 12 }, (_, index) => index + 1);
  const fallback = monthDays.length > 0 ? everyMonth : [first.getUTCMonth() + 1];
  const dates = monthDays.length > 0 || weekdays.length > 0 ? monthDays : [first.getUTCDate()];
  return (months.length > 0 ? months.toSorted((one, other) => one - other) : fallback).flatMap((month) => {
    // The calendar repeats every 400 years; Date.UTC reads years below 100 as 19xx.
    const length = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
    return Array.from({ length }, (_, index) => index + 1)
      .filter((date) => dates.length === 0 || dates.includes(date) || dates.includes(date - length - 1))
      .map((date) => ({ date, day: toDay(year, month, date) }))
      .flatMap(({ date, day }) =>
        day !== null && (weekdays.length === 0 || isWeekday(weekdays, date, length, day)) ? [day] : [],
      );
  });
}

function isWeekday(wanted: YearlyRule["weekdays"], date: number, length: number, day: number): boolean {
  // 1970-01-01 was a Thursday.
  const weekdayOfDay = (((day + 3) % 7) + 7) % 7;
  const [fromStart, fromEnd] = [Math.ceil(date / 7), -Math.ceil((length - date + 1) / 7)];
  return wanted.some(({ nth, weekday }) => weekday === weekdayOfDay && [0, fromStart, fromEnd].includes(nth));
}
