import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvRecord, createCsvReader, csvLine, restoreCell } from "../src/csv.ts";
import type { IdentifierType } from "../src/entities/identifier/identifier.ts";
import { identifierFiles } from "../src/entities/identifier/identifier-csv.ts";
import { readTime } from "../src/entities/identifier/identifier-csv-date.ts";
import { readHeadings } from "../src/entities/identifier/identifier-csv-headings.ts";
import { createRowReader } from "../src/entities/identifier/identifier-csv-row.ts";

function readAll(...chunks: string[]): CsvRecord[] {
  const reader = createCsvReader();
  return [...chunks.flatMap((chunk) => reader.read(chunk)), ...reader.end()];
}

const lines = (text: string) => readAll(text).map(({ line, cells }) => [line, ...cells]);

describe("reading CSV", () => {
  it.each([
    [
      "LF",
      "a,b\n1,2\n",
      [
        [1, "a", "b"],
        [2, "1", "2"],
      ],
    ],
    [
      "tabs",
      "a\tb\n1\t2,5\n",
      [
        [1, "a", "b"],
        [2, "1", "2,5"],
      ],
    ],
    [
      "the delimiter that Excel declares",
      "sep=;\r\na,b;c\r\n1;2\r\n",
      [
        [2, "a,b", "c"],
        [3, "1", "2"],
      ],
    ],
    [
      "CRLF",
      "a,b\r\n1,2",
      [
        [1, "a", "b"],
        [2, "1", "2"],
      ],
    ],
    [
      "CR",
      "a,b\r1,2\r",
      [
        [1, "a", "b"],
        [2, "1", "2"],
      ],
    ],
    [
      "semicolons",
      "a;b;c\n1;2,5;3",
      [
        [1, "a", "b", "c"],
        [2, "1", "2,5", "3"],
      ],
    ],
    [
      "a comma inside of a quoted heading",
      '"a,a,a";b\n1;2',
      [
        [1, "a,a,a", "b"],
        [2, "1", "2"],
      ],
    ],
    [
      "quoted line ends",
      'a,b\r\n"1\r\n2\n3","4"\r\n5,6',
      [
        [1, "a", "b"],
        [2, "1\r\n2\n3", "4"],
        [5, "5", "6"],
      ],
    ],
    [
      "quotation marks",
      'a,"b ""c"""\n"",""""',
      [
        [1, "a", 'b "c"'],
        [2, "", '"'],
      ],
    ],
    [
      "blank lines",
      "\n\na,b\n  \n1,2\n\n",
      [
        [3, "a", "b"],
        [5, "1", "2"],
      ],
    ],
    [
      "empty cells",
      "a,b,\n,,",
      [
        [1, "a", "b", ""],
        [2, "", "", ""],
      ],
    ],
    ["nothing", "", []],
  ])("ID-4 reads %s", (_, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  it.each([
    ["inside of a cell", 'a,5" pipe\nb,c', "Has a quotation mark inside a cell", 2],
    ["followed by text", 'a,"5"6\nb,c', "Has text after a closing quotation mark", 2],
    ["that is not closed", 'a,"5\nb,c', "Has a quotation mark that is not closed", 1],
  ])("ID-4 reports a quotation mark %s, with its line", (_, text, error, count) => {
    const records = readAll(text);
    expect(records).toHaveLength(count);
    expect(records[0]).toMatchObject({ line: 1, error: expect.stringContaining(error) });
  });

  it("ID-4 accepts a line end that is split between chunks", () => {
    expect(readAll("a,b\r", "\n1,2\r", "\n").map(({ line }) => line)).toEqual([1, 2]);
  });

  it("ID-4 continues after an unclosed quotation mark", () => {
    const records = readAll(`a,b\n1,"2\n${"x,y\n".repeat(30_000)}3,4\n`);
    expect(records[1]).toMatchObject({ line: 2, error: "Has a quotation mark that is not closed" });
    expect(records.at(-1)).toEqual({ line: 30_003, cells: ["3", "4"] });
  });

  const cell = fc.oneof(fc.string(), fc.stringMatching(/^[",;\r\n'=+@a-]{0,12}$/));
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });

  it("ID-4 returns the written cells for any split into chunks", () => {
    fc.assert(
      fc.property(table, fc.constantFrom(",", ";"), fc.array(fc.nat(200)), (rows, delimiter, cuts) => {
        const heading = ["one", "two", "three"];
        const text = [heading, ...rows].map((row) => csvLine(row, delimiter)).join("");
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const records = readAll(...places.slice(1).map((end, index) => text.slice(places[index], end)));
        const written = rows.filter((row) => csvLine(row, delimiter).trim() !== "");
        expect(records).toEqual(readAll(text));
        expect(records.map(({ error }) => error).filter(Boolean)).toEqual([]);
        expect(records.map(({ cells }) => cells.map(restoreCell))).toEqual([heading, ...written]);
      }),
    );
  });

  it("ID-4 counts lines as an editor does", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const texts = [["one", "two"], ...rows].map((row) => csvLine(row));
        const breaks = (text: string) => text.split(/\r\n|\n|\r/).length - 1;
        const starts = texts.map((_, index) => 1 + breaks(texts.slice(0, index).join("")));
        const expected = starts.filter((_, index) => texts[index]?.trim() !== "");
        expect(readAll(texts.join("")).map(({ line }) => line)).toEqual(expected);
      }),
    );
  });
});

describe("writing CSV", () => {
  it.each(["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "'=1", "''@x"])("ID-4 neutralises the formula %j", (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  });

  it.each(["plain", "O'Neill", "'quoted'", "5-1", "a=b", ""])("ID-4 leaves %j as it is", (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  });
});

describe("headings", () => {
  const read = (type: IdentifierType, ...cells: string[]) => readHeadings(cells, type);

  it("ID-4 are matched loosely", () => {
    const { columns, faults } = read("LICENSE_PLATE", " LP ", "Vehicle Type", "valid_to", "OWNER-NAME", "parkingid");
    expect(columns.map(({ field }) => field)).toEqual(["lp", "vehicleType", "validTo", "ownerName", "parkingId"]);
    expect(faults).toEqual([]);
  });

  it.each([
    ["LICENSE_PLATE", "lp", "Plate", "number plate", "Reg. No.", "Plate/Tag", "LPN"],
    ["RFID", "rfid", "Tag", "EPC", "card number", "Plate/Tag"],
    ["LICENSE_PLATE", "vehicleType", "type", "Vehicle Class"],
    ["LICENSE_PLATE", "ownerName", "Owner", "Name", "Full-Name"],
    ["LICENSE_PLATE", "ownerEmail", "E-mail", "email address"],
    ["LICENSE_PLATE", "orgName", "Organisation", "organization", "Company"],
    ["LICENSE_PLATE", "parkingId", "Parking ID", "Slot"],
    ["LICENSE_PLATE", "validFrom", "From", "start date"],
    ["LICENSE_PLATE", "validTo", "To", "Until", "Expiry"],
    ["LICENSE_PLATE", "groups", "Group"],
  ] as const)("ID-4 of %s for %s are understood as people write them", (type, field, ...headings) => {
    expect(headings.map((heading) => read(type, heading).columns[0]?.field)).toEqual(headings.map(() => field));
  });

  it("ID-4 are overruled by what the caller chose for each column", () => {
    const headings = ["Kennzeichen", "Type", "Owner", "Colour"];
    const { columns, faults } = readHeadings(headings, "LICENSE_PLATE", ["lp", "", "orgName", "ignore"]);
    expect(columns.map(({ field }) => field)).toEqual(["lp", "vehicleType", "orgName", "ignore"]);
    expect(faults).toEqual([]);
    expect(readHeadings(["a", "b", "c"], "LICENSE_PLATE", ["lp", "lp", "vehicleType"]).faults).toEqual([
      '"b" names the column License plate a second time',
    ]);
  });

  it("ID-4 are never ignored silently", () => {
    const { columns, faults } = read("RFID", "lp", "Colour", "LP", "");
    expect(columns.map(({ field }) => field)).toEqual(["lp", null, "lp", null]);
    expect(faults).toEqual([
      expect.stringMatching(/^"Colour" is not a known column\. Known: Tag, License plate, Vehicle type/),
      '"LP" names the column License plate a second time',
      expect.stringMatching(/^A column without a heading is not a known column/),
      "The column Tag is missing",
      "The column Vehicle type is missing",
    ]);
  });

  it("ID-4 report a file in another encoding", () => {
    expect(read("RFID", "l\u{fffd}p").faults).toContain("The file is not UTF-8: save it as CSV UTF-8");
  });

  it("ID-4 of a file that is something else are one fault, however long its first line is", () => {
    const many = read("LICENSE_PLATE", ...Array.from({ length: 48_000 }, (_, cell) => `cell ${cell}`));
    expect(many).toEqual({
      columns: [],
      faults: [
        expect.stringMatching(
          /^The first line must name the columns, but it has 48,000 cells\. Known columns: License plate,/,
        ),
      ],
    });
    const [long] = read("LICENSE_PLATE", "A".repeat(2_000_000)).faults;
    expect(long?.length).toBeLessThan(250);
  });

  it.each(["LICENSE_PLATE", "RFID"] as const)("ID-4 of the sample of %s are right, and so are its lines", (type) => {
    const [first, ...rest] = readAll(identifierFiles[type].sample);
    const headings = readHeadings(first?.cells ?? [], type);
    const row = createRowReader(type, headings, { order: "iso", timeZone: "Asia/Kolkata" });
    expect([headings.faults, rest.map((record) => row(record).messages)]).toEqual([[], [undefined, undefined]]);
  });
});

describe("dates", () => {
  const read = (text: string, over: object = {}) =>
    readTime(text, "start", { order: "iso", timeZone: "Asia/Kolkata", ...over });

  it.each([
    ["2026-12-31", "2026-12-30T18:30:00.000Z"],
    ["2026-12-31T08:15", "2026-12-31T02:45:00.000Z"],
    ["2026-12-31 08:15:30", "2026-12-31T02:45:30.000Z"],
    ["2026-12-31T08:15:30.1234Z", "2026-12-31T08:15:30.123Z"],
    ["2026-12-31T08:15-0330", "2026-12-31T11:45:00.000Z"],
    ["2024-02-29", "2024-02-28T18:30:00.000Z"],
  ])("ID-4 in ISO format are always accepted: %s", (text, time) => {
    expect([read(text), read(text, { order: "day-first" })]).toEqual([{ time }, { time }]);
  });

  it.each([
    ["3/4/2026", "2026-04-02T18:30:00.000Z"],
    ["12.1.2026", "2026-01-11T18:30:00.000Z"],
  ])("ID-4 with two meanings are accepted only if day first was chosen: %s", (text, time) => {
    expect(read(text, { order: "day-first" })).toEqual({ time });
    expect(read(text)).toEqual({ error: "Ambiguous date: choose day first, or write it as 2026-12-31" });
  });

  it.each([
    ["31/12/2026", "2026-12-30T18:30:00.000Z"],
    ["31.12.2026", "2026-12-30T18:30:00.000Z"],
    ["31-12-2026 08:15", "2026-12-31T02:45:00.000Z"],
    ["13/1/2026", "2026-01-12T18:30:00.000Z"],
    ["4/4/2026", "2026-04-03T18:30:00.000Z"],
  ])("ID-4 with one meaning are always accepted: %s", (text, time) => {
    expect([read(text), read(text, { order: "day-first" })]).toEqual([{ time }, { time }]);
  });

  it.each(["2026-02-30", "2026-13-01", "2026-12-31T24:00", "2026-12-31T08:60", "2026-00-10"])(
    "ID-4 must exist in the calendar: %s",
    (text) => {
      expect(read(text)).toEqual({ error: "Is not a valid date and time" });
    },
  );

  it.each(["tomorrow", "12/31/26", "2026-1-1", "31.12/2026", "1767139200", "12/31/2026"])(
    "ID-4 are never guessed: %s",
    (text) => {
      expect(read(text, { order: "day-first" })).toEqual({ error: "Must be a date such as 2026-12-31 or 31/12/2026" });
    },
  );

  it.each([
    ["an ordinary day", "2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z", "2026-07-01T21:59:59.999Z"],
    ["a day of 23 hours", "2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["a day of 25 hours", "2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    ["a day without midnight", "2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z", "2026-04-24T20:59:59.999Z"],
  ])("ID-4 without a time are all of %s", (_, day, timeZone, from, to) => {
    const dates = { order: "iso", timeZone } as const;
    expect([readTime(day, "start", dates), readTime(day, "end", dates)]).toEqual([{ time: from }, { time: to }]);
  });
});

describe("lines of a file", () => {
  const read = (type: IdentifierType, heading: string, line: string) => {
    const [first, second] = readAll(`${heading}\n${line}`);
    const headings = readHeadings(first?.cells ?? [], type);
    const row = createRowReader(type, headings, { order: "iso", timeZone: "UTC" });
    return row(second ?? { line: 0, cells: [] });
  };

  it("ID-4 become the same input as from the form", () => {
    expect(read("RFID", "lp,RFID,vehicle type,owner name,validTo", "'-KA 5, E200 , any,,2026-12-31")).toEqual({
      draft: {
        type: "RFID",
        iid: "E200",
        lp: "-KA 5",
        vehicleType: "any",
        ownerName: null,
        validTo: "2026-12-31T23:59:59.999Z",
      },
    });
  });

  it.each(["1.23457E+23", "1,23457E+23", "2E+15"])("ID-4 refuse a tag that lost digits in a spreadsheet: %s", (tag) => {
    expect(read("RFID", "rfid;lp;vehicleType", `${tag};A1;any`).messages).toEqual([
      "Tag: Was rounded by a spreadsheet: format its column as text",
    ]);
    expect(read("RFID", "rfid;lp;vehicleType", "1E23;A1;any").messages).toBeUndefined();
  });

  it("ID-3 with a character that can't be stored are faulty, and their plate is listed without it", () => {
    expect(read("LICENSE_PLATE", "lp,vehicleType,groups", "KA\0 5,CAR,Staff\0")).toEqual({
      messages: [
        "Groups: Contains a character that cannot be stored",
        "License plate: Contains a character that cannot be stored",
      ],
      iid: "KA 5",
    });
  });

  it("ID-3 report all their faults", () => {
    const heading = "lp,vehicleType,ownerEmail,validFrom,validTo,rfid";
    expect(read("LICENSE_PLATE", heading, "--,SPACESHIP,asha,2026-31-12,12/31/2026,E2\u{fffd},7").messages).toEqual([
      "Has 7 cells where the heading has 6",
      "Is not UTF-8: save the file as CSV UTF-8",
      "Valid from: Is not a valid date and time",
      "Valid to: Must be a date such as 2026-12-31 or 31/12/2026",
      "Tag: Is a tag, which belongs into a file of tags",
      "License plate: Must have a letter or a digit",
      "Email: Must be a valid email",
      expect.stringMatching(/^Vehicle type: Invalid vehicle type\. Accepted: Car \(CAR\), .*, Cycle \(CYCLE\)$/),
    ]);
  });

  it.each([
    ["CAR", "CAR"],
    ["car", "CAR"],
    ["Car", "CAR"],
    ["Oil tanker", "OIL_TANKER"],
    ["oil_tanker", "OIL_TANKER"],
    ["two-wheeler", "2W"],
    ["LIGHT MOTOR VEHICLE", "LMV"],
  ])("ID-4 WIRE-8 name the vehicle type by its code or its label, in any case: %s", (word, vehicleType) => {
    const expected = { draft: { vehicleType } };
    expect(read("LICENSE_PLATE", "lp,vehicleType", `KA 5,${word}`)).toMatchObject(expected);
    expect(read("RFID", "rfid,lp,vehicleType", `E2,KA 5,${word}`)).toMatchObject(expected);
  });

  it.each([
    ["LICENSE_PLATE", "lp,vehicleType", ",", ["License plate: Required", "Vehicle type: Required"]],
    ["RFID", "rfid,lp,vehicleType", ",,", ["Tag: Required", "Vehicle type: Required", "License plate: Required"]],
    [
      "RFID",
      "rfid,lp,vehicleType",
      "E2",
      ["Has 1 cell where the heading has 3", "Vehicle type: Required", "License plate: Required"],
    ],
    [
      "LICENSE_PLATE",
      "lp,vehicleType,validFrom,validTo",
      "A1,CAR,2026-02-02,2026-02-01",
      ["Valid to: Must not be before the start"],
    ],
    ["LICENSE_PLATE", "lp,vehicleType,validTo", "A1,CAR,1969-02-01", ["Valid to: Must be from 1970 to 9999"]],
  ] as const)("ID-3 hold %s to the rules of the form: %s %s", (type, heading, line, messages) => {
    expect(read(type, heading, line).messages).toEqual(messages);
  });
});
