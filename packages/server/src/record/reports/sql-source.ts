import type { ReportChart, ReportTotal } from "@gatehouse/contract/reports/report";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { streamRows } from "./report-snapshot.ts";
import type { ReportPeriod, ReportRequest, ReportRow, ReportSource } from "./report-source.ts";

const firstMonths = 1;

/**
 * The parts of a period from a time on, in order. They end with months of UTC, like the partitions of events. Each is twice
 * as long as the one before: a page that fills quickly touches few partitions, and an empty decade few statements.
 */
function* listWindows(period: ReportPeriod, start?: string): Generator<ReportPeriod> {
  let from = start === undefined ? period.from : new Date(Math.max(Date.parse(start), period.from.getTime()));
  for (let months = firstMonths; from < period.to; months *= 2) {
    const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months));
    const to = end < period.to ? end : period.to;
    yield { ...period, from, to };
    from = to;
  }
}

/** The position of a row in its report: its time, and what distinguishes it from others of that time. */
export interface ReportPlace {
  readonly at: string;
  readonly key: string | number;
}

/** The rows to select: at most so many after a place; null: all. */
export interface RowRange {
  readonly after: ReportPlace | null;
  readonly limit: number | null;
}

/** A report whose rows are those of one statement. */
export interface SqlReport<Row> {
  readonly type: ReportCode;
  /**
   * `time`: a row is something that happened at its time, so the rows of a part of the period can be selected alone.
   * `period`: a row sums up the whole period.
   */
  readonly rowsAreOf: "time" | "period";
  /** The rows in the order of their places. */
  select(request: ReportRequest, range: RowRange): RawBuilder<Row>;
  placeOf(row: Row): ReportPlace;
  toRows(db: ReadDb, rows: readonly Row[], request: ReportRequest): Promise<ReportRow[]>;
  count(db: ReadDb, request: ReportRequest): Promise<number>;
  totals(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]>;
  charts?(db: ReadDb, request: ReportRequest): Promise<ReportChart[]>;
}

const rowsPerBatch = 2_000;

/** Creates the source of a report from its statement. */
export function createSqlSource<Row>(report: SqlReport<Row>): ReportSource {
  const { type, placeOf, toRows, count, totals, charts = async () => [] } = report;
  return {
    type,
    page: async (db, request, cursor, limit) => {
      const after = cursor === null ? null : (JSON.parse(cursor) as ReportPlace);
      const rows = await loadRows(db, report, request, { after, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next = rows.length > limit && last !== undefined ? JSON.stringify(placeOf(last)) : null;
      return { rows: await toRows(db, page, request), next };
    },
    rows: async function* (snapshot, request) {
      for await (const rows of streamReport(snapshot, report, request)) yield await toRows(snapshot, rows, request);
    },
    count,
    totals,
    charts,
  };
}

/** Loads rows from one part of the period after another: each statement touches few partitions, so its plan is quick. */
async function loadRows<Row>(
  db: ReadDb,
  { rowsAreOf, select }: SqlReport<Row>,
  request: ReportRequest,
  { after, limit }: { after: ReportPlace | null; limit: number },
): Promise<Row[]> {
  if (rowsAreOf === "period") return (await select(request, { after, limit }).execute(db)).rows;
  const found: Row[] = [];
  for (const period of listWindows(request.period, after?.at)) {
    const range = { after, limit: limit - found.length };
    found.push(...(await select({ ...request, period }, range).execute(db)).rows);
    if (found.length >= limit) break;
  }
  return found;
}

/** Rows of a time are loaded page by page, which needs no sorting of the whole period; others with a cursor. */
async function* streamReport<Row>(
  snapshot: ReadDb,
  report: SqlReport<Row>,
  request: ReportRequest,
): AsyncGenerator<readonly Row[], void, undefined> {
  if (report.rowsAreOf === "period") {
    yield* streamRows(snapshot, report.select(request, { after: null, limit: null }), rowsPerBatch);
    return;
  }
  for (let after: ReportPlace | null = null; ; ) {
    const rows: Row[] = await loadRows(snapshot, report, request, { after, limit: rowsPerBatch });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < rowsPerBatch) return;
    after = report.placeOf(last);
  }
}

/** A time as text without loss: PostgreSQL has microseconds, JavaScript does not. */
export const exactTime = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A total of the whole report that is a number. */
export const totalOf = (key: string, title: string, value: number): ReportTotal => ({
  key,
  title,
  kind: "integer",
  value,
  group: null,
});
