import { minorDigits } from "@gatehouse/contract/fares/money";
import { formatCount } from "@gatehouse/contract/fields/number";
import { type ZipEntry, zipStream } from "../../../platform/zip-stream.ts";
import type { ReportRow } from "../report-source.ts";
import type { ReportContent } from "./report-content.ts";
import { describeReport } from "./report-text.ts";
import { createXlsxCells, escapeXml, isNumber, type XlsxCells, xmlHead } from "./xlsx-cells.ts";

const maxRowsPerSheet = 1_048_576;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaging = "http://schemas.openxmlformats.org/package/2006";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const aboutTitle = "About";
/** In characters. */
const indentWidth = 3;
/** Larger pieces are slower and take more memory. */
const maxLinesPerPiece = 50;

/**
 * The report as a workbook. Rows that don't fit on a sheet continue on the next; the totals follow the last row, and
 * a last sheet says what the report contains. Tests use smaller sheets.
 */
export const writeXlsx = (report: ReportContent, sheetRows = maxRowsPerSheet): AsyncGenerator<Uint8Array> =>
  zipStream(listParts(report, sheetRows), report.meta.producedAt);

async function* listParts(report: ReportContent, sheetRows: number): AsyncGenerator<ZipEntry> {
  const cells = createXlsxCells(minorDigits(report.meta.currency));
  const rows = createRowWriter(report, cells);
  const sheets: string[] = [];
  do {
    const first = sheets.length === 0;
    sheets.push(first ? "Report" : `Report ${sheets.length + 1}`);
    yield part(`xl/worksheets/sheet${sheets.length}.xml`, toSheet(report, { cells, rows, sheetRows }));
  } while (!(await rows.isAtEnd()));
  sheets.push(aboutTitle);
  yield part(`xl/worksheets/sheet${sheets.length}.xml`, [toAboutSheet(report, cells, sheets.length - 1)]);
  yield part("xl/styles.xml", [cells.stylesXml()]);
  yield part("xl/workbook.xml", [toWorkbook(sheets, report)]);
  yield part("xl/_rels/workbook.xml.rels", [toWorkbookLinks(sheets)]);
  yield part("_rels/.rels", [rootLinks]);
  yield part("[Content_Types].xml", [toContentTypes(sheets)]);
}

const part = (name: string, content: AsyncIterable<string> | readonly string[]): ZipEntry => ({
  name,
  content: Symbol.asyncIterator in content ? content : toAsync(content),
  isCompressible: true,
});

async function* toAsync(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

/** Writes the rows and the totals, in pieces of the sheets that they are on. */
interface RowWriter {
  /** The next lines of the sheet; undefined at the end. */
  next(line: number, maxLines: number): Promise<{ xml: string; lines: number } | undefined>;
  isAtEnd(): Promise<boolean>;
}

function createRowWriter({ columns, rows, totals }: ReportContent, cells: XlsxCells): RowWriter {
  const source = rows[Symbol.asyncIterator]();
  const letters = columns.map((_, index) => columnLetters(index));
  const kinds = columns.map(({ key, kind }, index) => ({ key, kind, letter: letters[index] as string }));
  let batch: readonly ReportRow[] = [];
  let at = 0;
  let pendingTotals = [...totals];
  let hasRows = true;

  async function fill(): Promise<boolean> {
    while (hasRows && at >= batch.length) {
      const { done, value } = await source.next();
      hasRows = done !== true;
      batch = hasRows ? value : [];
      at = 0;
    }
    return hasRows;
  }

  const toRow = (line: number, row: ReportRow) => {
    let xml = `<row r="${line}">`;
    for (const { key, kind, letter } of kinds) xml += cells.value(letter + line, kind, row[key] ?? null);
    return `${xml}</row>`;
  };

  const toTotal = (line: number, { title, kind, value, group }: (typeof totals)[number]) => {
    const of = group === null ? "" : cells.text(`C${line}`, group, "bold");
    return `<row r="${line}">${cells.text(`A${line}`, title, "bold")}${cells.value(`B${line}`, kind, value, true)}${of}</row>`;
  };

  return {
    isAtEnd: async () => !(await fill()) && pendingTotals.length === 0,
    next: async (line, maxLines) => {
      if (await fill()) {
        const end = Math.min(batch.length, at + Math.min(maxLines, maxLinesPerPiece));
        let xml = "";
        const start = at;
        for (; at < end; at += 1) xml += toRow(line + at - start, batch[at] as ReportRow);
        return { xml, lines: end - start };
      }
      if (pendingTotals.length === 0) return undefined;
      const written = pendingTotals.slice(0, maxLines);
      pendingTotals = pendingTotals.slice(maxLines);
      // An empty line before the totals keeps them out of filters and sums of the rows, where the sheet has room.
      const gap = written.length === totals.length && written.length < maxLines ? 1 : 0;
      return {
        xml: written.map((total, index) => toTotal(line + gap + index, total)).join(""),
        lines: written.length + gap,
      };
    },
  };
}

interface Sheet {
  readonly cells: XlsxCells;
  readonly rows: RowWriter;
  readonly sheetRows: number;
}

async function* toSheet({ columns, meta }: ReportContent, { cells, rows, sheetRows }: Sheet): AsyncGenerator<string> {
  const widths = columns
    .map(({ width, kind }, index) => {
      const shown = width + (isNumber(kind) ? indentWidth : 0);
      return `<col min="${index + 1}" max="${index + 1}" width="${shown}" customWidth="1"/>`;
    })
    .join("");
  const header = columns
    .map(({ title, kind }, index) =>
      cells.text(`${columnLetters(index)}1`, title, isNumber(kind) ? "number-header" : "header"),
    )
    .join("");
  yield `${xmlHead}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>`;
  yield '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>';
  yield `<sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData>`;
  yield `<row r="1" ht="32" customHeight="1">${header}</row>`;
  let line = 2;
  while (line <= sheetRows) {
    const piece = await rows.next(line, sheetRows - line + 1);
    if (!piece) break;
    line += piece.lines;
    yield piece.xml;
  }
  yield '</sheetData><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>';
  yield '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>';
  yield `<headerFooter><oddFooter>&amp;L${footerText(meta.siteName)}&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>`;
}

/** An ampersand starts a code there. */
const footerText = (text: string) => escapeXml(text.replaceAll("&", "&&"));

function toAboutSheet(report: ReportContent, cells: XlsxCells, dataSheets: number): string {
  const shortened = cells.shortened();
  const notes = [
    ...(dataSheets > 1 ? [["Sheets", `The rows continue on ${dataSheets} sheets.`] as const] : []),
    ...(shortened > 0
      ? [["Shortened", `${formatCount(shortened, "text")} too long for a cell. The CSV file has them whole.`] as const]
      : []),
  ];
  const lines = [...describeReport(report), ...notes];
  const rows = lines.map(([title, value], index) => {
    const line = index + 3;
    return `<row r="${line}">${cells.text(`A${line}`, title, "bold")}${cells.text(`B${line}`, value)}</row>`;
  });
  const head = `<row r="1">${cells.text("A1", report.meta.title, "title")}</row>`;
  const columns =
    '<cols><col min="1" max="1" width="18" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols>';
  return `${xmlHead}<worksheet xmlns="${main}">${columns}<sheetData>${head}${rows.join("")}</sheetData></worksheet>`;
}

function toWorkbook(sheets: readonly string[], { columns }: ReportContent): string {
  const list = sheets
    .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join("");
  const printTitles = sheets
    .flatMap((name, index) =>
      name === aboutTitle || columns.length === 0
        ? []
        : `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${name}'!$1:$1</definedName>`,
    )
    .join("");
  return `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list}</sheets><definedNames>${printTitles}</definedNames></workbook>`;
}

function toWorkbookLinks(sheets: readonly string[]): string {
  const targets = [
    ...sheets.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`]),
    ["styles", "styles.xml"],
  ];
  const links = targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
    )
    .join("");
  return `${xmlHead}<Relationships xmlns="${packaging}/relationships">${links}</Relationships>`;
}

const rootLinks = `${xmlHead}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function toContentTypes(sheets: readonly string[]): string {
  const parts = [
    ["xl/workbook.xml", "sheet.main"],
    ["xl/styles.xml", "styles"],
    ...sheets.map((_, index) => [`xl/worksheets/sheet${index + 1}.xml`, "worksheet"]),
  ];
  const overrides = parts
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${spreadsheet}.${type}+xml"/>`)
    .join("");
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  return `${xmlHead}<Types xmlns="${packaging}/content-types">${defaults}${overrides}</Types>`;
}

/** The letters of a column: A, B, … Z, AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
