import type { ReportTotal } from "@gatehouse/contract/reports/report";
import type { ReportColumn } from "@gatehouse/contract/reports/report-columns";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import type { ReportRow } from "../report-source.ts";

/** What a file says about its report. */
export interface ReportMeta {
  readonly title: string;
  readonly siteName: string;
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly from: Date;
  /** Not part of the period. */
  readonly to: Date;
  /** The filters in words. */
  readonly filters: readonly { readonly title: string; readonly value: string }[];
  /** The names of the gates that the report is limited to; null means all. */
  readonly gates: readonly string[] | null;
  readonly producedAt: Date;
  readonly producedBy: string;
}

/** What the writers of files consume. */
export interface ReportContent {
  readonly meta: ReportMeta;
  readonly columns: readonly ReportColumn[];
  readonly rows: AsyncIterable<readonly ReportRow[]>;
  readonly rowCount: number;
  readonly totals: readonly ReportTotal[];
  /** Loads the thumbnail of a stored image as JPEG; undefined if it was deleted. */
  loadPicture(name: string): Promise<Uint8Array | undefined>;
}

/** A type of a report with its content. */
export interface TypedContent {
  readonly type: ReportCode;
  readonly content: ReportContent;
}
