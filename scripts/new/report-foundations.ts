/** What the first report needs around it: the shapes of a type and of a producer, and a registry of each. */
export function reportFoundations(contract: string, server: string): Record<string, string> {
  return {
    [`${contract}/report.ts`]: `/** A kind of report that a site can switch on. */
export interface Report {
  readonly code: string;
  readonly title: string;
}
`,
    [`${contract}/registry.ts`]: `/** REP-1: every report type, in the order in which they are offered. */
export const reports = [] as const;

/** The code of a report type. */
export type ReportCode = (typeof reports)[number]["code"];
`,
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
