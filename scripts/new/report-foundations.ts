/** What the first report type needs around it: the shape of a type, the shape of a producer, a registry of each. */
export function reportFoundations(contract: string, server: string): Record<string, string> {
  return {
    [`${contract}/report.ts`]: `/** A column of a report: where its value lies in a row, and its heading. */
export interface ReportColumn {
  readonly key: string;
  readonly title: string;
}

/** What the rest of the product needs to know of a report type. */
export interface ReportType {
  readonly code: string;
  readonly title: string;
  readonly columns: readonly ReportColumn[];
}
`,
    [`${contract}/registry.ts`]: `import type { ReportType } from "./report.ts";

/** Every report type by its code. */
export const reportTypes = {
} as const satisfies Record<string, ReportType>;
`,
    [`${server}/producer.ts`]: `import type { ReportType } from "@gatehouse/contract/reports/report";
import type { Reading } from "../platform/database.ts";

/** The time a report is about; its end is not part of it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A row has a value for every column of its report. */
export type ReportRow<Type extends ReportType> = Readonly<Record<Type["columns"][number]["key"], unknown>>;

/** Reads the rows of a report. */
export type ReportProducer<Type extends ReportType = ReportType> = (
  db: Reading,
  period: Period,
) => Promise<readonly ReportRow<Type>[]>;
`,
    [`${server}/registry.ts`]: `import type { reportTypes } from "@gatehouse/contract/reports/registry";
import type { ReportProducer } from "./producer.ts";

/** How each report's rows are read; a report type without a line does not compile. */
export const reportProducers: { [Code in keyof typeof reportTypes]: ReportProducer<(typeof reportTypes)[Code]> } = {
};
`,
  };
}
