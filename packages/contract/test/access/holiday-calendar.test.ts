import { describe, expect, it } from "vitest";
import { parseHolidays } from "../../src/entities/access/holiday-calendar.ts";

const today = "2026-01-01";
const calendar = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const dates = (...lines: string[]) => parseHolidays(calendar(lines), today).holidays.map(({ date }) => date);

describe("the dates of an ICS file", () => {
  it.each<[string, string[], string[]]>([
    ["one day", ["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261226"], ["2026-12-25"]],
    ["no end", ["DTSTART;VALUE=DATE:20261225"], ["2026-12-25"]],
    ["an end equal to the start", ["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261225"], ["2026-12-25"]],
    [
      "several days over a year's end",
      ["DTSTART;VALUE=DATE:20261230", "DTEND;VALUE=DATE:20270102"],
      ["2026-12-30", "2026-12-31", "2027-01-01"],
    ],
    ["a duration in days", ["DTSTART;VALUE=DATE:20261225", "DURATION:P2D"], ["2026-12-25", "2026-12-26"]],
    [
      "local midnight to midnight",
      ["DTSTART;TZID=Europe/Berlin:20261225T000000", "DTEND;TZID=Europe/Berlin:20261226T000000"],
      ["2026-12-25"],
    ],
    ["29 February every year", ["DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY"], ["2028-02-29"]],
    [
      "every year for five years",
      ["DTSTART;VALUE=DATE:20250501", "RRULE:FREQ=YEARLY"],
      ["2026-05-01", "2027-05-01", "2028-05-01", "2029-05-01", "2030-05-01"],
    ],
    ["every year, with a count", ["DTSTART;VALUE=DATE:20250501", "RRULE:FREQ=YEARLY;COUNT=2"], ["2026-05-01"]],
    [
      "every other year until a day",
      ["DTSTART;VALUE=DATE:20260501", "RRULE:FREQ=YEARLY;INTERVAL=2;UNTIL=20280501"],
      ["2026-05-01", "2028-05-01"],
    ],
    [
      "the fourth Thursday of November",
      ["DTSTART;VALUE=DATE:20261126", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3"],
      ["2026-11-26", "2027-11-25", "2028-11-23"],
    ],
    [
      "the last Monday of May",
      ["DTSTART;VALUE=DATE:20260525", "RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;COUNT=2"],
      ["2026-05-25", "2027-05-31"],
    ],
    [
      "a day of a month",
      ["DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25;COUNT=2"],
      ["2026-12-25", "2027-12-25"],
    ],
    [
      "several days every year",
      ["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261227", "RRULE:FREQ=YEARLY;COUNT=2"],
      ["2026-12-25", "2026-12-26", "2027-12-25", "2027-12-26"],
    ],
    [
      "excluded dates",
      ["DTSTART;VALUE=DATE:20260501", "RRULE:FREQ=YEARLY;COUNT=3", "EXDATE;VALUE=DATE:20270501"],
      ["2026-05-01", "2028-05-01"],
    ],
    ["a cancelled event", ["DTSTART;VALUE=DATE:20261225", "STATUS:CANCELLED"], []],
    [
      "an alarm with its own properties",
      ["DTSTART;VALUE=DATE:20261225", "BEGIN:VALARM", "DURATION:P9D", "END:VALARM"],
      ["2026-12-25"],
    ],
  ])("RULE-2 %s", (_, lines, expected) => {
    expect(dates(...lines)).toEqual(expected);
  });

  it("RULE-2 joins folded lines and reads escaped names", () => {
    const text = calendar(["DTSTART;VALUE=DATE:2026", " 1225", "SUMMARY:Christmas\\, first", "\t day"]);
    expect(parseHolidays(text, today).holidays).toEqual([{ date: "2026-12-25", name: "Christmas, first day" }]);
  });

  it("RULE-2 reads line feeds and a byte order mark", () => {
    const text = `\uFEFF${calendar(["DTSTART;VALUE=DATE:20261225"]).replaceAll("\r\n", "\n")}`;
    expect(parseHolidays(text, today)).toMatchObject({ holidays: [{ date: "2026-12-25" }], errors: [] });
  });

  it("RULE-2 a moved day of a series replaces the original one", () => {
    const series = ["UID:a", "DTSTART;VALUE=DATE:20260501", "RRULE:FREQ=YEARLY;COUNT=2"];
    const moved = ["UID:a", "RECURRENCE-ID;VALUE=DATE:20270501", "DTSTART;VALUE=DATE:20270503"];
    expect(parseHolidays(calendar(series, moved), today).holidays.map(({ date }) => date)).toEqual([
      "2026-05-01",
      "2027-05-03",
    ]);
  });

  it("RULE-2 counts past dates and events with a time of day, and leaves them out", () => {
    const past = ["DTSTART;VALUE=DATE:20251224", "DTEND;VALUE=DATE:20260102"];
    const timed = ["DTSTART:20260601T080000Z", "DTEND:20260601T090000Z"];
    expect(parseHolidays(calendar(past, timed), today)).toEqual({
      holidays: [{ date: "2026-01-01", name: "" }],
      pastDates: 8,
      timedEvents: 1,
      errors: [],
    });
  });
});

describe("an invalid ICS file", () => {
  it.each<[string, string, number, string]>([
    ["another file", "date,name\n2026-12-25,Christmas", 1, "A calendar file must start with BEGIN:VCALENDAR"],
    ["an empty file", "", 1, "A calendar file must start with BEGIN:VCALENDAR"],
    ["no events", calendar(), 1, "The calendar has no events"],
    ["no start", calendar(["SUMMARY:Day"]), 3, "The event has no DTSTART"],
    [
      "a line without a colon",
      calendar(["DTSTART"]),
      4,
      "Not a calendar line: a name, a colon and a value are expected",
    ],
    ["no such date", calendar(["DTSTART;VALUE=DATE:20260229"]), 4, "DTSTART 20260229 is not a date"],
    ["a date in another format", calendar(["SUMMARY:a", "DTSTART:2026-12-25"]), 5, "DTSTART 2026-12-25 is not a date"],
    [
      "an end before the start",
      calendar(["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261224"]),
      5,
      "DTEND is before DTSTART",
    ],
    [
      "an endless event",
      calendar(["DTSTART;VALUE=DATE:20260101", "DTEND;VALUE=DATE:20990101"]),
      5,
      "The event is longer than 366 days",
    ],
    [
      "a weekly repetition",
      calendar(["DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=WEEKLY"]),
      5,
      "Only yearly events can repeat, not FREQ=WEEKLY",
    ],
    [
      "an invalid month",
      calendar(["DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=YEARLY;BYMONTH=13"]),
      5,
      "The repetition is invalid",
    ],
    [
      "an unknown part of a repetition",
      calendar(["DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=YEARLY;BYEASTER=0"]),
      5,
      "BYEASTER is not supported",
    ],
    [
      "an excluded date that is none",
      calendar(["DTSTART;VALUE=DATE:20261225", "EXDATE:soon"]),
      5,
      "EXDATE soon is not a date",
    ],
    ["an event without end", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261225", 2, "BEGIN:VEVENT without END:VEVENT"],
    ["a wrong end", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", 3, "END:VCALENDAR without BEGIN:VCALENDAR"],
    ["text after the end", `${calendar(["DTSTART:20261225"])}X:1`, 7, "Text after the end of the calendar"],
  ])("RULE-2 %s is answered with the line and the reason", (_, text, line, reason) => {
    const { errors, holidays } = parseHolidays(text, today);
    expect(errors).toEqual([{ line, reason }]);
    expect(holidays).toEqual([]);
  });
});
