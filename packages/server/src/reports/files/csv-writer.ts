import { csvLine } from "@gatehouse/contract/csv";
import type { ReportContent } from "./report-content.ts";
import { toPlainText } from "./report-text.ts";

/** REP-5: the rows of the report as CSV, complete and without any line that is not a row, so that programs can read it. */
export async function* writeCsv({ columns, rows, meta }: ReportContent): AsyncGenerator<string> {
  yield csvLine(columns.map(({ title }) => title));
  for await (const batch of rows) {
    let lines = "";
    for (const row of batch) {
      lines += csvLine(columns.map(({ key, kind }) => toPlainText(kind, row[key] ?? null, meta.currency)));
    }
    yield lines;
  }
}
