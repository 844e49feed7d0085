import { asText } from "../../fields/as-text.ts";
import { type IcsEvent, type IcsProblem, readIcsEvents, unescapeText } from "./ics-content.ts";
import { formatDay, parseDay, parseDuration, parseTime } from "./ics-days.ts";
import { parseYearlyRule, repeatYearly } from "./ics-yearly.ts";

/** For how many years events that repeat without an end are imported. */
const holidayYears = 5;

/** The largest calendar file, in bytes. */
export const maxCalendarBytes = 1_000_000;

/** An event can't be longer, in days. */
const maxEventDays = 366;

/** The whole days of a calendar file. */
export interface HolidayFile {
  /** Each date once, in order, from today on. */
  readonly holidays: readonly { readonly date: string; readonly name: string }[];
  /** Dates before today, which are left out. */
  readonly pastDates: number;
  /** Events with a time of day, which are left out. */
  readonly timedEvents: number;
  /** If there are any, nothing of the file should be used. */
  readonly problems: readonly IcsProblem[];
}

/** Reads the all-day events of an ICS file, multi-day and yearly ones included. */
export function parseHolidays(text: string, today: string): HolidayFile {
  const { events, problem } = readIcsEvents(text);
  const empty = { holidays: [], pastDates: 0, timedEvents: 0 };
  if (problem) return { ...empty, problems: [problem] };
  if (events.length === 0) return { ...empty, problems: [{ line: 1, reason: "The calendar has no events" }] };
  const firstDay = parseDay(today);
  const read = events.filter((event) => !isCancelled(event)).map((event) => readEvent(event, lastDayFrom(today)));
  const problems = read.flatMap((event) => (event.kind === "problem" ? [event] : []));
  if (problems.length > 0) return { ...empty, problems: problems.map(({ line, reason }) => ({ line, reason })) };
  const moved = replacedDays(events);
  const names = new Map<number, string>();
  for (const event of read) {
    if (event.kind !== "days") continue;
    const starts = event.starts.filter((day) => !event.isSeries || !moved.has(`${event.uid} ${day}`));
    for (const start of starts) {
      for (let day = start; day < start + event.length; day++) if (!names.has(day)) names.set(day, event.name);
    }
  }
  const days = [...names].sort(([one], [other]) => one - other);
  const coming = days.filter(([day]) => day >= firstDay);
  return {
    holidays: coming.map(([day, name]) => ({ date: formatDay(day), name })),
    pastDates: days.length - coming.length,
    timedEvents: read.filter(({ kind }) => kind === "timed").length,
    problems: [],
  };
}

/** Five years later; 29 February becomes 1 March. */
const lastDayFrom = (today: string): number => {
  const at = new Date(`${today}T00:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() + holidayYears);
  return parseDay(at.toISOString().slice(0, 10));
};

const find = ({ properties }: IcsEvent, name: string) => properties.find((property) => property.name === name);
const textOf = (event: IcsEvent, name: string): string => asText(find(event, name)?.value);
const isCancelled = (event: IcsEvent) => find(event, "STATUS")?.value.trim().toUpperCase() === "CANCELLED";

type ReadEvent =
  | { kind: "timed" }
  | ({ kind: "problem" } & IcsProblem)
  | { kind: "days"; uid: string; name: string; starts: readonly number[]; length: number; isSeries: boolean };

function readEvent(event: IcsEvent, lastDay: number): ReadEvent {
  const fail = (line: number, reason: string) => ({ kind: "problem", line, reason }) as const;
  const [start, rule] = [find(event, "DTSTART"), find(event, "RRULE")];
  if (!start) return fail(event.line, "The event has no DTSTART");
  const from = parseTime(start.value);
  if (!from) return fail(start.line, `DTSTART ${start.value} is not a date`);
  if (from.isTimed) return { kind: "timed" };
  const length = readLength(event, from.day);
  if (length === "timed") return { kind: "timed" };
  if (typeof length !== "number") return fail(length.line, length.reason);
  const yearly = rule && parseYearlyRule(rule.value);
  if (rule && typeof yearly === "string") return fail(rule.line, yearly);
  const extra = listDays(event, "RDATE");
  const excluded = listDays(event, "EXDATE");
  if ("line" in extra) return fail(extra.line, extra.reason);
  if ("line" in excluded) return fail(excluded.line, excluded.reason);
  const excludedDays = new Set(excluded.days);
  const repeated = yearly && typeof yearly !== "string" ? repeatYearly(yearly, from.day, lastDay) : [from.day];
  return {
    kind: "days",
    uid: textOf(event, "UID"),
    name: unescapeText(textOf(event, "SUMMARY")),
    starts: [...repeated, ...extra.days].filter((day) => !excludedDays.has(day)),
    length,
    isSeries: find(event, "RECURRENCE-ID") === undefined,
  };
}

/** The length in days. The end of an event is not included; an end that equals the start means one day. */
function readLength(event: IcsEvent, from: number): number | "timed" | IcsProblem {
  const [end, duration] = [find(event, "DTEND"), find(event, "DURATION")];
  if (end) {
    const to = parseTime(end.value);
    if (!to) return { line: end.line, reason: `DTEND ${end.value} is not a date` };
    if (to.isTimed) return "timed";
    if (to.day < from) return { line: end.line, reason: "DTEND is before DTSTART" };
    return checkLength(to.day - from, end.line);
  }
  if (!duration) return 1;
  const days = parseDuration(duration.value);
  return days === null ? "timed" : checkLength(days, duration.line);
}

const checkLength = (days: number, line: number): number | IcsProblem =>
  days > maxEventDays ? { line, reason: `The event is longer than ${maxEventDays} days` } : Math.max(days, 1);

function listDays(event: IcsEvent, name: string): { days: readonly number[] } | IcsProblem {
  const days: number[] = [];
  for (const property of event.properties.filter((each) => each.name === name)) {
    for (const value of property.value.split(",")) {
      const time = parseTime(value);
      if (!time) return { line: property.line, reason: `${name} ${value} is not a date` };
      days.push(time.day);
    }
  }
  return { days };
}

/** Single days of a series that another event of the file replaces or cancels. */
function replacedDays(events: readonly IcsEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) => {
      const time = parseTime(textOf(event, "RECURRENCE-ID"));
      return time ? [`${textOf(event, "UID")} ${time.day}`] : [];
    }),
  );
}
