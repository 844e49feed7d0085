import type { ReportChart, ReportFilters, ReportTotal } from "@gatehouse/contract/reports/report";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import type { ReadDb } from "../../platform/database/database.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";

/** The period of a report, without its end. */
export interface ReportPeriod {
  readonly from: Date;
  readonly to: Date;
  /** The site's time zone, in which times are written. */
  readonly timeZone: string;
}

/** What a report is about. */
export interface ReportRequest {
  readonly period: ReportPeriod;
  readonly filters: ReportFilters;
  /** The gates that the person is limited to. */
  readonly gateIds: GateLimit;
}

/**
 * The values of a row by the keys of the columns, see `report-columns.ts` for their kinds. `gateId` is not a column: it is
 * the gate of the pictures.
 */
export type ReportRow = Readonly<Record<string, string | number | null>>;

/** A page of rows. The cursor of the next page is null after the last one. */
export interface ReportPage {
  readonly rows: readonly ReportRow[];
  readonly next: string | null;
}

/** The rows and totals of a report type. */
export interface ReportSource {
  readonly type: ReportCode;
  /** One page in the order of the report. The cursor is opaque. */
  page(db: ReadDb, request: ReportRequest, cursor: string | null, limit: number): Promise<ReportPage>;
  /** All rows in batches. The database must be a snapshot, see `report-snapshot.ts`. */
  rows(snapshot: ReadDb, request: ReportRequest): AsyncIterable<readonly ReportRow[]>;
  count(db: ReadDb, request: ReportRequest): Promise<number>;
  totals(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]>;
  charts(db: ReadDb, request: ReportRequest): Promise<ReportChart[]>;
}
