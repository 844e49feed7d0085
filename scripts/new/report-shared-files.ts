/** Files that every report of the server uses: the type of a producer and the registry. */
export function reportSharedFiles(server: string): Record<string, string> {
  return {
    [`${server}/producer.ts`]: `import type { ReadDb } from "../platform/database/database.ts";

/** Time range of a report, without its end. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Contents of a report; \`key\` is the property of a row that the column shows. */
export interface ReportTable {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Loads a report for a period. */
export type ReportProducer = (db: ReadDb, period: Period) => Promise<ReportTable>;
`,
    [`${server}/registry.ts`]: `import type { ReportCode } from "@gatehouse/contract/reports";
import type { ReportProducer } from "./producer.ts";

/** Producers by report code. */
export const reportProducers: Partial<Record<ReportCode, ReportProducer>> = {
};
`,
  };
}
