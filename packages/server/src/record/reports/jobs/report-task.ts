import type { ReportFormat } from "@gatehouse/contract/reports/report";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import type { ImagePlace } from "../../../house/open-image-store.ts";
import type { ReportMeta } from "../files/report-content.ts";
import type { ReportRequest } from "../report-source.ts";

/** What the worker thread produces. */
export interface ReportTask {
  readonly types: readonly ReportCode[];
  /** All files in one ZIP archive. */
  readonly isBulk: boolean;
  /** Enabled types that a Bulk Report doesn't contain, because the person may not see them. */
  readonly leftOut: readonly ReportCode[];
  readonly format: ReportFormat;
  readonly request: ReportRequest;
  readonly meta: Omit<ReportMeta, "title">;
  readonly path: string;
  readonly imagePlace: ImagePlace | null;
}

/** A finished file. */
export interface ProducedReport {
  readonly rowCount: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the worker thread reports. */
export type ReportMessage =
  | { readonly progress: number }
  | { readonly produced: ProducedReport }
  | { readonly failure: string; readonly isDiskFull: boolean };
