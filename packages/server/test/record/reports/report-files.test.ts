import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ReportColumn, stayColumn } from "@gatehouse/contract/reports/report-columns";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { writeCsv } from "../../../src/record/reports/files/csv-writer.ts";
import { writePdf } from "../../../src/record/reports/files/pdf-writer.ts";
import type { ReportContent } from "../../../src/record/reports/files/report-content.ts";
import { toShownText } from "../../../src/record/reports/files/report-text.ts";
import { writeXlsx } from "../../../src/record/reports/files/xlsx-writer.ts";
import type { ReportRow } from "../../../src/record/reports/report-source.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

const columns: ReportColumn[] = [
  { key: "time", title: "Time", kind: "time", width: 26 },
  { key: "owner", title: "Owner", kind: "text", width: 24 },
  { key: "speed", title: "Speed", kind: "decimal", width: 12 },
  { key: "price", title: "Price", kind: "money", width: 12 },
  { key: "stay", title: "Stay", kind: "duration", width: 12 },
  { key: "picture", title: "Picture", kind: "picture", width: 16 },
];

const row = (over: Partial<ReportRow> = {}): ReportRow => ({
  time: "2026-10-25T02:30:00.000+01:00",
  owner: "Asha Rao",
  speed: 61.5,
  price: 1_250,
  stay: 93_784,
  picture: null,
  ...over,
});

function contentOf(rows: readonly ReportRow[], over: Partial<ReportContent> = {}): ReportContent {
  async function* batches() {
    for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3);
  }
  return {
    meta: {
      title: "OSD Report",
      siteName: "Palm Court & Sons",
      timeZone: "Europe/Berlin",
      currency: "EUR",
      from: new Date("2026-10-24T22:00:00Z"),
      to: new Date("2026-10-25T23:00:00Z"),
      filters: [{ title: "Vehicle type", value: "Car" }],
      gates: null,
      producedAt: new Date("2026-10-26T08:00:00Z"),
      producedBy: "admin",
    },
    columns,
    rows: batches(),
    rowCount: rows.length,
    totals: [
      { key: "vehicles", title: "Vehicles", kind: "integer", value: rows.length, group: null },
      { key: "gross", title: "Gross", kind: "money", value: 3_750, group: "Day" },
    ],
    loadPicture: async () => undefined,
    ...over,
  };
}

async function save(name: string, content: AsyncIterable<string | Uint8Array>): Promise<string> {
  const path = join(folder, name);
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(path));
  return path;
}

/** Reads a workbook with openpyxl: each cell as its type, its value and its format. */
const readWorkbook = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps([{
  "name": sheet.title, "frozen": sheet.freeze_panes, "width": sheet.column_dimensions["A"].width,
  "isHeaderBold": sheet["A1"].font.b,
  "rows": [[[cell.data_type, str(cell.value), cell.number_format] for cell in line] for line in sheet.iter_rows()],
} for sheet in book.worksheets]))`;

type Cell = [type: string, value: string, format: string];
interface Sheet {
  name: string;
  frozen: string | null;
  width: number;
  isHeaderBold: boolean;
  rows: Cell[][];
}

const openWorkbook = (path: string): Sheet[] =>
  JSON.parse(execFileSync("/usr/bin/python3", ["-c", readWorkbook, path], { maxBuffer: 50_000_000 }).toString());

describe("report files", () => {
  it("REP-5 writes every row to CSV, with formulas neutralised", async () => {
    const path = await save("a.csv", writeCsv(contentOf([row({ owner: '=HYPERLINK("x")' }), row({ price: -5 })])));
    expect(readFileSync(path, "utf8").split("\r\n")).toEqual([
      "Time,Owner,Speed,Price,Stay,Picture",
      `2026-10-25T02:30:00.000+01:00,"'=HYPERLINK(""x"")",61.50,12.50,26:03:04,`,
      "2026-10-25T02:30:00.000+01:00,Asha Rao,61.50,-0.05,26:03:04,",
      "",
    ]);
  });

  it("REP-5 writes ids without separators", async () => {
    const content = contentOf([row({ stay: 123_400 })], { columns: [stayColumn], totals: [] });
    const [data] = openWorkbook(await save("ids.xlsx", writeXlsx(content)));
    expect(data?.rows[1]).toEqual([["n", "123400", "0"]]);
    expect(toShownText(stayColumn.kind, 123_400, "EUR")).toBe("123400");
  });

  it("REP-5 writes typed cells, a frozen header and totals to XLSX", async () => {
    const rows = [row({ owner: "=1+1 <&>" }), row({ time: "2026-10-25T02:30:00.000+02:00", speed: null })];
    const [data, about] = openWorkbook(await save("a.xlsx", writeXlsx(contentOf(rows))));
    expect(data).toMatchObject({ name: "Report", frozen: "A2", width: 26, isHeaderBold: true });
    expect(data?.rows.map((cells) => cells.slice(0, 5))).toEqual([
      ["Time", "Owner", "Speed", "Price", "Stay"].map((title) => ["s", title, "General"]),
      [
        ["d", "2026-10-25 02:30:00", 'yyyy-mm-dd hh:mm:ss "+01:00"'],
        ["s", "=1+1 <&>", "General"],
        ["n", "61.5", "#,##0.00"],
        ["n", "12.5", "#,##0.00"],
        ["d", "1 day, 2:03:04", "[h]:mm:ss"],
      ],
      [
        ["d", "2026-10-25 02:30:00", 'yyyy-mm-dd hh:mm:ss "+02:00"'],
        ["s", "Asha Rao", "General"],
        ["n", "None", "General"],
        ["n", "12.5", "#,##0.00"],
        ["d", "1 day, 2:03:04", "[h]:mm:ss"],
      ],
      Array.from({ length: 5 }, () => ["n", "None", "General"]),
      [["s", "Vehicles", "General"], ["n", "2", "#,##0"], ...Array.from({ length: 3 }, () => ["n", "None", "General"])],
      [
        ["s", "Gross", "General"],
        ["n", "37.5", "#,##0.00"],
        ["s", "Day", "General"],
        ...Array.from({ length: 2 }, () => ["n", "None", "General"]),
      ],
    ]);
    expect(about?.rows.map(([title, value]) => [title?.[1], value?.[1]])).toEqual([
      ["OSD Report", "None"],
      ["None", "None"],
      ["Site", "Palm Court & Sons"],
      ["Period", "2026-10-25 00:00:00 +02:00 to before 2026-10-26 00:00:00 +01:00"],
      ["Time zone", "Europe/Berlin"],
      ["Currency", "EUR"],
      ["Vehicle type", "Car"],
      ["Rows", "2"],
      ["Produced", "2026-10-26 09:00:00 +01:00 by admin"],
    ]);
  });

  it("REP-5 continues on a next sheet and marks shortened texts in XLSX", async () => {
    const rows = ["a", "b", "c", "d", "x".repeat(40_000)].map((owner) => row({ owner }));
    const sheets = openWorkbook(await save("b.xlsx", writeXlsx(contentOf(rows), 4)));
    expect(sheets.map(({ name, rows: lines }) => [name, lines.length])).toEqual([
      ["Report", 4],
      ["Report 2", 4],
      ["Report 3", 2],
      ["About", 11],
    ]);
    const long = sheets[1]?.rows[2]?.[1]?.[1] ?? "";
    expect(long).toHaveLength(32_767);
    expect(long).toMatch(/x … \[shortened: 40000 characters\. The CSV file has the whole text\.\]$/);
    expect(sheets[3]?.rows.slice(-2).map((cells) => cells[1]?.[1])).toEqual([
      "The rows continue on 3 sheets.",
      "1 text too long for a cell. The CSV file has them whole.",
    ]);
  });

  it("REP-5 prints a PDF with text, pictures and page numbers, which states what it leaves out", async () => {
    const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: "#3a6ea5" } })
      .jpeg()
      .toBuffer();
    const rows = Array.from({ length: 1_003 }, (_, index) =>
      row({ owner: `Vehicle ${index + 1}`, picture: `p${index % 2}` }),
    );
    const content = contentOf([row({ owner: `https://127.0.0.1/x राम ${"y".repeat(700)}`, picture: "p0" }), ...rows], {
      loadPicture: async (name) => (name === "p0" ? picture : undefined),
    });
    const path = await save("a.pdf", writePdf(content));
    expect(execFileSync("/usr/bin/qpdf", ["--check", path]).toString()).toContain(
      "No syntax or stream encoding errors",
    );
    const text = execFileSync("/usr/bin/pdftotext", ["-layout", path, "-"]).toString();
    expect(text).toContain("This PDF shows the first 1,000 rows of 1,004 rows.");
    expect(text).toContain("Pictures are shown in the first 100 rows.");
    expect(text).toContain("Long texts are shortened. CSV has them whole.");
    expect(text).toContain("Some characters are not in the font of this PDF");
    expect(text).toMatch(/Palm Court & Sons · OSD Report · times in Europe\/Berlin .* page 1 of \d+/);
    expect(text).toMatch(/Tariff or shift +Gross\n(?:\n)*Day +37\.50\n/);
    expect(text).toContain("Vehicle 999 ");
    expect(text).not.toContain("Vehicle 1000");
    const images = execFileSync("/usr/bin/pdfimages", ["-list", path]).toString();
    expect(images.match(/ image +64 +36 /g)?.length).toBeGreaterThan(0);
  });
});
