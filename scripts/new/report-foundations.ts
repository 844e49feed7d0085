/** What the server's first report needs around it: the shape of a producer and the registry of them. */
export function reportFoundations(server: string): Record<string, string> {
  return {
    [`${server}/producer.ts`]: `import type { Reading } from "../platform/database.ts";

/** The time a report is about; its end is not part of it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A report as it is shown and downloaded: each column names the value of a row that it shows. */
export interface ReportTable {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Reads a report for a period. */
export type ReportProducer = (db: Reading, period: Period) => Promise<ReportTable>;
`,
    [`${server}/registry.ts`]: `import type { ReportCode } from "@gatehouse/contract/reports/registry";
import type { ReportProducer } from "./producer.ts";

/** How the reports that can be produced are read, by their code. */
export const reportProducers: Partial<Record<ReportCode, ReportProducer>> = {
};
`,
  };
}
