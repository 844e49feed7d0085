import { totalGroupTitle } from "@gatehouse/contract/reports/report-columns";
import type { Content, TableCell } from "pdfmake/interfaces.js";
import { alignmentOf, shade, tableLines } from "./pdf-table.ts";
import type { ReportContent } from "./report-content.ts";
import { toShownText } from "./report-text.ts";

/** Totals have few columns, so there is room for more space between them than between those of the rows. */
const columnGap = 16;
const totalLines = {
  ...tableLines,
  paddingLeft: (column: number) => (column === 0 ? tableLines.paddingLeft() : columnGap),
};

type Total = ReportContent["totals"][number];

/** The totals of a report, then those of each tariff and shift as a table. */
export function toPdfTotals({ totals, meta }: ReportContent): Content[] {
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
    ...(parts.length === 0 ? [] : [toTable(parts, show)]),
  ];
}

/** A row for each part, a column for each total. */
function toTable(parts: readonly Total[], show: (total: Total) => string): Content {
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
