import type { ReportChart, ReportTotal } from "@gatehouse/contract/reports/report.schema";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import { streamRows } from "./report-snapshot.ts";
import type { ReportRequest, ReportRow, ReportSource } from "./report-source.ts";

/** The position of a row in its report: its time, and what distinguishes it from others of that time. */
export interface ReportPlace {
  readonly at: string;
  readonly key: string | number;
}

/** A report whose rows are those of one statement. */
export interface SqlReport<Row> {
  readonly type: ReportCode;
  /** The rows after a place in the order of the report. */
  select(request: ReportRequest, after: ReportPlace | null): RawBuilder<Row>;
  placeOf(row: Row): ReportPlace;
  toRows(db: ReadDb, rows: readonly Row[], request: ReportRequest): Promise<ReportRow[]>;
  count(db: ReadDb, request: ReportRequest): Promise<number>;
  totals(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]>;
  charts?(db: ReadDb, request: ReportRequest): Promise<ReportChart[]>;
}

/** Creates the source of a report from its statement. */
export function createSqlSource<Row>(report: SqlReport<Row>): ReportSource {
  const { type, select, placeOf, toRows, count, totals, charts = async () => [] } = report;
  return {
    type,
    page: async (db, request, cursor, limit) => {
      const after = cursor === null ? null : (JSON.parse(cursor) as ReportPlace);
      const { rows } = await sql<Row>`${select(request, after)} limit ${limit + 1}`.execute(db);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next = rows.length > limit && last !== undefined ? JSON.stringify(placeOf(last)) : null;
      return { rows: await toRows(db, page, request), next };
    },
    rows: (snapshot, request) => streamReport(snapshot, request, report),
    count,
    totals,
    charts,
  };
}

async function* streamReport<Row>(snapshot: ReadDb, request: ReportRequest, { select, toRows }: SqlReport<Row>) {
  for await (const rows of streamRows(snapshot, select(request, null))) yield toRows(snapshot, rows, request);
}

/** A total of the whole report that is a number. */
export const totalOf = (key: string, title: string, value: number): ReportTotal => ({
  key,
  title,
  kind: "integer",
  value,
  group: null,
});
