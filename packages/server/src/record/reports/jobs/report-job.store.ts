import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type ReportFilters, type ReportFormat, reportLimits } from "@gatehouse/contract/reports/report";
import type { ReportJob } from "@gatehouse/contract/reports/report-job";
import { reportErrors } from "@gatehouse/contract/reports/report-job.messages";
import { type ReportCode, reports } from "@gatehouse/contract/reports/report-types";
import { type RawBuilder, sql } from "kysely";
import type { Database, ReadDb, Tx } from "../../../platform/database/database.ts";
import type { Person } from "../../../platform/http/call.ts";
import type { GateLimit } from "../../../platform/http/gate-limit.ts";

/** What is stored when a report is asked for. */
export interface NewReport {
  readonly type: ReportCode;
  /** The types in the file: one, or those of a Bulk Report. */
  readonly types: readonly ReportCode[];
  readonly format: ReportFormat;
  readonly from: Date;
  readonly to: Date;
  readonly filters: ReportFilters;
  readonly gateIds: GateLimit;
  readonly createdBy: string;
  readonly scheduleId: number | null;
}

/** A report that is being produced. */
export interface ClaimedReport extends NewReport {
  readonly id: number;
  readonly attempts: number;
}

/** Queues a report; returns its id. */
export async function insertReport(
  tx: Tx,
  { filters, types, gateIds, ...report }: NewReport,
  now: Date,
): Promise<number> {
  const values = {
    ...report,
    types: [...types],
    gateIds: gateIds && [...gateIds],
    filters: JSON.stringify(filters),
    createdAt: now,
  };
  return (await tx.insertInto("report_jobs").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

/** How many reports wait. */
export async function countQueued(db: ReadDb): Promise<number> {
  const found = await db
    .selectFrom("report_jobs")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "queued")
    .executeTakeFirstOrThrow();
  return found.count;
}

/** The reports that contain nothing but what the person may see. */
export function isVisibleTo({ gateIds, permissions }: Pick<Person, "gateIds" | "permissions">): RawBuilder<boolean> {
  const hidden = reports.filter((report) => "permission" in report && !permissions.has(report.permission));
  const isOwn = gateIds === null ? sql`true` : sql`"gateIds" <@ ${[...gateIds]}::integer[]`;
  return sql<boolean>`(${isOwn} and not types && ${hidden.map(({ code }) => code)}::text[])`;
}

/** The reports as the API shows them. */
export function selectReports(db: ReadDb) {
  return db
    .selectFrom("report_jobs")
    .select(["id", "type", "format", "from", "to", "filters", "state", "progress", "rowCount", "fileName", "bytes"])
    .select(["sha256", "failure", "createdAt", "createdBy", "finishedAt", "scheduleId"])
    .select(
      sql<{ by: string; at: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('by', d.by, 'at', d.at) order by d.at desc), '[]')
        from report_downloads d where d."reportId" = report_jobs.id)`.as("downloads"),
    );
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>["execute"]>>[number];

/** A stored report as the API shows it. */
export function toReportJob(row: ReportRow, retentionDays: number): ReportJob {
  const { finishedAt, downloads } = row;
  return {
    ...row,
    type: row.type as ReportCode,
    format: row.format as ReportFormat,
    state: row.state as ReportJob["state"],
    filters: row.filters as ReportFilters,
    keptUntil: finishedAt && new Date(new Date(finishedAt).getTime() + retentionDays * dayMs).toISOString(),
    downloads: downloads.map(({ by, at }) => ({ by, at: new Date(at).toISOString() })),
  };
}

/** Takes the oldest report that waits. */
export async function claimReport(db: Database): Promise<ClaimedReport | undefined> {
  const waiting = db.selectFrom("report_jobs").select("id").where("state", "=", "queued").orderBy("id").limit(1);
  const row = await db
    .updateTable("report_jobs")
    .set({ state: "running", progress: 0, attempts: sql`attempts + 1` })
    .where("id", "=", waiting)
    .where("state", "=", "queued")
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...row,
    type: row.type as ReportCode,
    types: row.types as ReportCode[],
    format: row.format as ReportFormat,
    from: new Date(row.from),
    to: new Date(row.to),
    filters: row.filters as ReportFilters,
  };
}

type Attempt = Pick<ClaimedReport, "id" | "attempts">;
type Change = Partial<{ state: string; progress: number; failure: string; attempts: number }> &
  Partial<{ rowCount: number; fileName: string; bytes: number; sha256: string; finishedAt: Date }>;

/** Updates a running report; false if it was cancelled, or is produced by another process. */
export async function updateReport(db: Database | Tx, { id, attempts }: Attempt, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("report_jobs")
    .set(change)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a report is still to be produced by this process. */
export async function isRunning(db: ReadDb, { id, attempts }: Attempt): Promise<boolean> {
  const found = await db
    .selectFrom("report_jobs")
    .select("id")
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "running")
    .executeTakeFirst();
  return found !== undefined;
}

/** Queues the reports of a process that died; one that was interrupted repeatedly fails. Returns the failed ones. */
export async function requeueInterrupted(tx: Tx, now: Date): Promise<{ id: number; scheduleId: number | null }[]> {
  const running = (isLast: boolean) =>
    tx
      .updateTable("report_jobs")
      .where("state", "=", "running")
      .where("attempts", isLast ? ">=" : "<", reportLimits.maxAttempts);
  await running(false).set({ state: "queued", progress: 0 }).execute();
  return running(true)
    .set({ state: "failed", failure: reportErrors.interrupted, finishedAt: now })
    .returning(["id", "scheduleId"])
    .execute();
}
