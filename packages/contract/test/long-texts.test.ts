import { describe, expect, it } from "vitest";
import { createCsvReader } from "../src/csv.ts";
import { parseHolidays } from "../src/entities/access/holiday-calendar.ts";
import { identifierFiles } from "../src/entities/identifier/identifier-csv.ts";
import { readHeadings } from "../src/entities/identifier/identifier-csv-headings.ts";
import { createRowReader } from "../src/entities/identifier/identifier-csv-row.ts";
import { searchEndpoints } from "../src/entities/search.ts";
import { ended, longTexts } from "./long-texts.ts";

const lineTexts = [
  ...longTexts,
  ["letters outside of ASCII", `${"中".repeat(1_000_000)}!`],
  ["combining marks", `a${"\u0301\u0316".repeat(500_000)}!`],
] as const;
const texts = [
  ...lineTexts,
  ["delimiters", `${",".repeat(1_000_000)}!`],
  ["quotation marks", `${'"'.repeat(1_000_001)}!`],
  ["line ends", `${"\r".repeat(1_000_000)}!`],
] as const;

/** As the body of an upload may arrive. */
const chunksOf = (text: string) => text.match(/.{1,100}/gs) ?? [];

function readCsv(text: string, dates = { order: "iso", timeZone: "UTC" } as const) {
  const reader = createCsvReader();
  const records = [...chunksOf(text).flatMap((chunk) => reader.read(chunk)), ...reader.end()];
  const headings = readHeadings(records[0]?.cells ?? [], "LICENSE_PLATE");
  const readRow = createRowReader("LICENSE_PLATE", headings, dates);
  return records.slice(1).map((record) => readRow(record));
}

describe("a megabyte of text", () => {
  it.each(texts)("INT-3 ID-4 is answered as the headings of a CSV file: %s", (_, text) => {
    expect(ended(() => readCsv(`${text}\nA1`))).toBeInstanceOf(Array);
  });

  const columns = identifierFiles.LICENSE_PLATE.columns;
  it.each(lineTexts)("INT-3 ID-4 is answered in any column of a CSV file: %s", (_, text) => {
    const lines = columns.map((_column, index) => columns.map((_other, at) => (at === index ? text : "1")).join(","));
    const file = `${columns.join(",")}\n${lines.join("\n")}`;
    expect(ended(() => readCsv(file)).every(({ messages }) => messages !== undefined)).toBe(true);
  });

  const calendarOf = (...lines: string[]) =>
    ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "DTSTART:20261225", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\n");
  it.each(texts)("INT-3 RULE-2 is answered as a calendar: %s", (_, text) => {
    expect(ended(() => parseHolidays(text, "2026-01-01").errors)).toHaveLength(1);
    expect(ended(() => parseHolidays(calendarOf(`SUMMARY:${text}`), "2026-01-01"))).toBeDefined();
  });

  it.each(lineTexts)("INT-3 RULE-2 is answered in any property of a calendar: %s", (_, text) => {
    const calendars = ["DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "UID", "STATUS", "RECURRENCE-ID"].map((name) =>
      calendarOf(`${name}:${text}`),
    );
    const named = [`X;Y=${text}`, `X;Y="${text}`, `DURATION:P${text}D`, `${text}:X`].map((line) => calendarOf(line));
    const read = ended(() => [...calendars, ...named].map((calendar) => parseHolidays(calendar, "2026-01-01")));
    expect(read).toHaveLength(12);
  });

  it("INT-3 RULE-2 is answered as the days of a series and those without it", () => {
    const days = (day: string) => Array.from({ length: 110_000 }, () => day).join(",");
    const calendar = calendarOf(`RDATE:${days("20270102")}`, `EXDATE:${days("20270101")}`);
    expect(ended(() => parseHolidays(calendar, "2026-01-01").holidays)).toHaveLength(2);
  });

  it.each(texts)("INT-3 is refused as a search: %s", (_, text) => {
    const { query } = searchEndpoints["GET /search"];
    expect(ended(() => query.safeParse({ text }).success)).toBe(false);
  });
});
