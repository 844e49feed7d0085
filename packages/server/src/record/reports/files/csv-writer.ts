import { type CsvNumber, csvLine } from "@gatehouse/contract/csv";
import type { ReportValueKind } from "@gatehouse/contract/reports/report-columns";
import type { ReportContent } from "./report-content.ts";
import { toPlainText } from "./report-text.ts";

/** The rows of the report as CSV, complete and without any line that is not a row, so that programs can read it. */
export async function* writeCsv({ columns, rows, meta }: ReportContent): AsyncGenerator<string> {
  yield csvLine(columns.map(({ title }) => title));
  for await (const batch of rows) {
    let lines = "";
    for (const row of batch) {
      lines += csvLine(columns.map(({ key, kind }) => toCell(kind, row[key] ?? null, meta.currency)));
    }
    yield lines;
  }
}

function toCell(kind: ReportValueKind, value: string | number | null, currency: string): string | CsvNumber {
  const text = toPlainText(kind, value, currency);
  return typeof value === "number" ? { digits: text } : text;
}
