import { asText } from "../../fields/as-text.ts";
import { formatDay, parseDay, parseDuration, parseTime } from "./ics-days.ts";
import { parseYearlyRule, repeatYearly } from "./ics-yearly.ts";

/** What is wrong with a calendar file, and in which line. */
interface IcsError {
  readonly line: number;
  readonly reason: string;
}

/** A property of an iCalendar file (RFC 5545), with the number of its first line. */
interface IcsProperty {
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

/** An event with its properties. */
interface IcsEvent {
  readonly line: number;
  readonly properties: readonly IcsProperty[];
}

/** A name, parameters whose quoted values may contain separators, and a value. */
const propertyPattern = /^([A-Za-z0-9-]+)(?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:])*)*:(.*)$/;

/** Joins folded lines: a line that starts with a space or tab continues the previous one. */
function unfold(text: string): { line: number; text: string }[] {
  const unfolded: { line: number; text: string }[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = unfolded.at(-1);
    if (last && /^[ \t]/.test(line)) last.text += line.slice(1);
    else unfolded.push({ line: index + 1, text: line });
  }
  return unfolded.filter(({ text }) => text.trim() !== "");
}

/** Reads the events of a calendar file. Stops at the first line that is not iCalendar. */
function readIcsEvents(text: string): { events: readonly IcsEvent[]; error: IcsError | null } {
  const lines = unfold(text);
  const events: IcsEvent[] = [];
  const open: { line: number; name: string; properties: IcsProperty[] }[] = [];
  const fail = (line: number, reason: string) => ({ events, error: { line, reason } });
  if (lines[0]?.text.trim().toUpperCase() !== "BEGIN:VCALENDAR")
    return fail(lines[0]?.line ?? 1, "A calendar file must start with BEGIN:VCALENDAR");
  for (const { line, text: content } of lines) {
    const [, name = "", value = ""] = propertyPattern.exec(content) ?? [];
    const component = value.trim().toUpperCase();
    if (name === "") return fail(line, "Not a calendar line: a name, a colon and a value are expected");
    if (name.toUpperCase() === "BEGIN") open.push({ line, name: component, properties: [] });
    else if (name.toUpperCase() === "END") {
      const closed = open.pop();
      if (closed?.name !== component) return fail(line, `END:${component} without BEGIN:${component}`);
      if (component === "VEVENT") events.push({ line: closed.line, properties: closed.properties });
    } else if (open.length === 0) return fail(line, "Text after the end of the calendar");
    else open.at(-1)?.properties.push({ line, name: name.toUpperCase(), value });
  }
  const unclosed = open.at(-1);
  return unclosed
    ? fail(unclosed.line, `BEGIN:${unclosed.name} without END:${unclosed.name}`)
    : { events, error: null };
}

/** Plain text of a TEXT value. */
const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? " " : mark)).trim();

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
  readonly errors: readonly IcsError[];
}

/** Reads the all-day events of an ICS file, multi-day and yearly ones included. */
export function parseHolidays(text: string, today: string): HolidayFile {
  const { events, error } = readIcsEvents(text);
  const empty = { holidays: [], pastDates: 0, timedEvents: 0 };
  if (error) return { ...empty, errors: [error] };
  if (events.length === 0) return { ...empty, errors: [{ line: 1, reason: "The calendar has no events" }] };
  const firstDay = parseDay(today);
  const read = events.filter((event) => !isCancelled(event)).map((event) => readEvent(event, lastDayFrom(today)));
  const errors = read.flatMap((event) => (event.kind === "problem" ? [event] : []));
  if (errors.length > 0) return { ...empty, errors: errors.map(({ line, reason }) => ({ line, reason })) };
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
    errors: [],
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
  | ({ kind: "problem" } & IcsError)
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
function readLength(event: IcsEvent, from: number): number | "timed" | IcsError {
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

const checkLength = (days: number, line: number): number | IcsError =>
  days > maxEventDays ? { line, reason: `The event is longer than ${maxEventDays} days` } : Math.max(days, 1);

function listDays(event: IcsEvent, name: string): { days: readonly number[] } | IcsError {
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
