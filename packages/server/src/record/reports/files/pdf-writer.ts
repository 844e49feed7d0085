import { asText } from "@gatehouse/contract/fields/as-text";
import { formatCount } from "@gatehouse/contract/fields/number";
import { reportLimits } from "@gatehouse/contract/reports/report";
import { type ReportColumn, totalGroupTitle } from "@gatehouse/contract/reports/report-columns";
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { ReportRow } from "../report-source.ts";
import { canShow, printPdf } from "./pdf-printer.ts";
import { alignmentOf, layOutColumns, type PdfColumn, shade, tableLines, toCell } from "./pdf-table.ts";
import type { ReportContent } from "./report-content.ts";
import { describeReport, formatSiteTime, toShownText } from "./report-text.ts";

const { maxPdfRows, maxPdfPictures, maxPdfTextLength } = reportLimits;
const margin = 28;
const pageWidth = 841.89;
const ink = "#1b1f24";
const quiet = "#5a6672";

/** The report as a PDF, which states what it leaves out. Laying it out blocks the thread. */
export async function* writePdf(report: ReportContent): AsyncGenerator<Uint8Array> {
  const rows = await takeRows(report.rows, maxPdfRows);
  const fontSize = report.columns.length > 12 ? 6 : 7;
  const textsOf = (column: ReportColumn) => rows.map((row) => toPdfText(column, row, report.meta.currency));
  const columns = layOutColumns(report.columns, textsOf, { pageWidth: pageWidth - 2 * margin, fontSize });
  const pictures = await loadPictures(report, rows);
  yield await printPdf(toDocument(report, { rows, columns, pictures, fontSize }));
}

async function takeRows(batches: AsyncIterable<readonly ReportRow[]>, max: number): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch.slice(0, max - rows.length));
    if (rows.length >= max) break;
  }
  return rows;
}

/** The pictures by name, as data URLs. */
async function loadPictures(
  { columns, loadPicture }: ReportContent,
  rows: readonly ReportRow[],
): Promise<ReadonlyMap<string, string>> {
  const keys = columns.filter(({ kind }) => kind === "picture").map(({ key }) => key);
  const names = new Set(
    rows.slice(0, maxPdfPictures).flatMap((row) => keys.map((key) => row[key]).filter((name) => name !== null)),
  );
  const pictures = new Map<string, string>();
  for (const name of names) {
    const bytes = await loadPicture(String(name));
    if (bytes && isJpeg(bytes)) {
      pictures.set(String(name), `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`);
    }
  }
  return pictures;
}

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

interface PdfParts {
  readonly rows: readonly ReportRow[];
  readonly columns: readonly PdfColumn[];
  readonly pictures: ReadonlyMap<string, string>;
  readonly fontSize: number;
}

function toDocument(report: ReportContent, parts: PdfParts): TDocumentDefinitions {
  const { meta } = report;
  const produced = formatSiteTime(meta.producedAt, meta);
  return {
    pageSize: "A4",
    pageOrientation: "landscape",
    pageMargins: [margin, margin, margin, margin + 12],
    language: "en",
    displayTitle: true,
    info: { title: `${meta.title}, ${meta.siteName}`, author: meta.producedBy, creator: "Gatehouse" },
    defaultStyle: { font: "Roboto", fontSize: 9, color: ink },
    content: [
      { text: meta.title, fontSize: 18, bold: true, margin: [0, 0, 0, 8] },
      toDescription(report),
      ...toNotes(report, parts),
      ...toPdfTotals(report),
      toTable(report, parts),
    ],
    footer: (page, pages) => ({
      margin: [margin, 10, margin, 0],
      fontSize: 7.5,
      color: quiet,
      columns: [
        { text: `${meta.siteName} · ${meta.title} · times in ${meta.timeZone}`, width: "*" },
        { text: `Produced ${produced} · page ${page} of ${pages}`, width: "auto" },
      ],
    }),
  };
}

const toDescription = (report: ReportContent): Content => ({
  margin: [0, 0, 0, 10],
  layout: "noBorders",
  table: {
    widths: [80, "*"],
    body: describeReport(report).map(([title, value]) => [{ text: title, color: quiet }, toCell(value, 600, 9)]),
  },
});

/** What the document leaves out, where the other formats have it. */
function toNotes({ rowCount, columns }: ReportContent, { rows, pictures }: PdfParts): Content[] {
  const hasPictures = columns.some(({ kind }) => kind === "picture");
  const isUnreadable = rows.some((row) => columns.some(({ key }) => !canShow(asText(row[key]))));
  const notes = [
    ...(rowCount > rows.length
      ? [
          `This PDF shows the first ${formatCount(rows.length, "row")} of ${formatCount(rowCount, "row")}. The totals cover all of them. Choose CSV or XLSX for every row.`,
        ]
      : []),
    ...(hasPictures && rows.length > maxPdfPictures && pictures.size > 0
      ? [`Pictures are shown in the first ${maxPdfPictures} rows.`]
      : []),
    ...(rows.some((row) => columns.some(({ key }) => isShortened(row[key])))
      ? ["Long texts are shortened. CSV has them whole."]
      : []),
    ...(isUnreadable
      ? ["Some characters are not in the font of this PDF and are shown as boxes. CSV and XLSX have them."]
      : []),
  ];
  return notes.map((text) => ({
    margin: [0, 0, 0, 6],
    layout: { hLineWidth: () => 0, vLineWidth: (at: number) => (at === 0 ? 2 : 0), vLineColor: () => "#b7791f" },
    table: { widths: ["*"], body: [[{ text, fillColor: "#fdf6e3", margin: [4, 2, 4, 2] }]] },
  }));
}

/** The text of a value, shortened if a single row would fill pages. */
function toPdfText({ kind, key }: ReportColumn, row: ReportRow, currency: string): string {
  const text = toShownText(kind, row[key] ?? null, currency);
  return text.length <= maxPdfTextLength ? text : `${text.slice(0, maxPdfTextLength).toWellFormed()} … [shortened]`;
}

const isShortened = (value: string | number | null | undefined) =>
  typeof value === "string" && value.length > maxPdfTextLength;

function toTable({ meta }: ReportContent, { rows, columns, pictures, fontSize }: PdfParts): Content {
  if (rows.length === 0) return { text: "No rows in this period.", color: quiet, margin: [0, 8, 0, 0] };
  const heading = columns.map(
    ({ title, kind, maxWordWidth }): TableCell => ({
      ...toCell(title, maxWordWidth, fontSize),
      bold: true,
      fillColor: shade,
      alignment: alignmentOf(kind),
    }),
  );
  const toPdfCell = (column: PdfColumn, row: ReportRow): TableCell => {
    const { key, kind, width, maxWordWidth } = column;
    if (kind !== "picture") {
      return { ...toCell(toPdfText(column, row, meta.currency), maxWordWidth, fontSize), alignment: alignmentOf(kind) };
    }
    const picture = pictures.get(String(row[key]));
    return picture === undefined ? { text: "" } : { image: picture, fit: [width, 44] };
  };
  return {
    fontSize,
    layout: tableLines,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [heading, ...rows.map((row) => columns.map((column) => toPdfCell(column, row)))],
    },
  };
}

/** Totals have few columns, so there is room for more space between them than between those of the rows. */
const columnGap = 16;
const totalLines = {
  ...tableLines,
  paddingLeft: (column: number) => (column === 0 ? tableLines.paddingLeft() : columnGap),
};

type Total = ReportContent["totals"][number];

/** The totals of a report, then those of each tariff and shift as a table. */
function toPdfTotals({ totals, meta }: ReportContent): Content[] {
  if (totals.length === 0) return [];
  const whole = totals.filter(({ group }) => group === null);
  const parts = totals.filter(({ group }) => group !== null);
  const show = ({ kind, value }: Total) => toShownText(kind, value, meta.currency);
  const body = whole.map((total): TableCell[] => [
    { text: total.title },
    { text: show(total), alignment: "right", bold: true },
  ]);
  return [
    { text: "Totals", fontSize: 11, bold: true, margin: [0, 4, 0, 4] },
    { margin: [0, 0, 0, 12], layout: totalLines, table: { widths: ["auto", "auto"], body } },
    ...(parts.length === 0 ? [] : [toTotalsTable(parts, show)]),
  ];
}

/** A row for each part, a column for each total. */
function toTotalsTable(parts: readonly Total[], show: (total: Total) => string): Content {
  const columns = [...new Map(parts.map(({ title, kind }) => [title, kind]))];
  const groups = Map.groupBy(parts, ({ group }) => group ?? "");
  const heading = [
    { text: totalGroupTitle, bold: true, fillColor: shade },
    ...columns.map(([text, kind]) => ({ text, bold: true, fillColor: shade, alignment: alignmentOf(kind) })),
  ] as TableCell[];
  const rows = [...groups].map(([group, totals]): TableCell[] => [
    { text: group },
    ...columns.map(([title, kind]): TableCell => {
      const total = totals.find((one) => one.title === title);
      return { text: total === undefined ? "" : show(total), alignment: alignmentOf(kind) };
    }),
  ]);
  return {
    margin: [0, 0, 0, 12],
    fontSize: 8,
    layout: totalLines,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ["auto", ...columns.map(() => "auto" as const)],
      body: [heading, ...rows],
    },
  };
}
