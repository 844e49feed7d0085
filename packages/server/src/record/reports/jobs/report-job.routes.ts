import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type ReportFormat, reportLimits } from "@gatehouse/contract/reports/report";
import { type ReportJob, reportJobEndpoints } from "@gatehouse/contract/reports/report-job";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../../house/required-config.store.ts";
import { notifyChange } from "../../../platform/database/channels.ts";
import type { ReadDb, Tx } from "../../../platform/database/database.ts";
import { handle, type Person } from "../../../platform/http/call.ts";
import { httpError } from "../../../platform/http/http-error.ts";
import { keysetPage } from "../../../platform/resources/keyset-page.ts";
import type { Services } from "../../../platform/services.ts";
import { requireReportTypes } from "./file-types.ts";
import type { ReportFiles } from "./report-files.ts";
import { countQueued, insertReport, isVisibleTo, selectReports, toReportJob } from "./report-job.store.ts";

const contentTypes: Record<ReportFormat | "zip", string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  zip: "application/zip",
};

/** Reports as files. Without a folder there are none to download. */
export const reportJobRoutes = ({ clock, cursors }: Services, files: ReportFiles | null) =>
  handle(reportJobEndpoints, {
    "GET /reports": async ({ query: { cursor, limit }, read, person }) => {
      const { reportRetentionDays } = await loadRequiredConfigs(read);
      return keysetPage<ReportJob>({
        ...{ cursors, cursor, limit, of: "reports" },
        fetch: async (place, count) => {
          let rows = selectReports(read).where(isVisibleTo(person)).limit(count);
          if (place) rows = rows.where("id", place.way === "prev" ? ">" : "<", place.id);
          const found = await rows.orderBy("id", place?.way === "prev" ? "asc" : "desc").execute();
          return found.map((row) => toReportJob(row, reportRetentionDays));
        },
      });
    },
    "POST /reports": async ({ body, person, read, write }) => {
      const types = await requireReportTypes(read, person, body);
      if ((await countQueued(read)) >= reportLimits.maxQueued) throw httpError("report/too-many");
      const report = { ...body, types, from: new Date(body.from), to: new Date(body.to), gateIds: person.gateIds };
      return write(async (tx) => {
        const created = { ...report, createdBy: person.username, scheduleId: null };
        const id = await insertReport(tx, created, clock.now());
        return loadReport(tx, id, person);
      });
    },
    "GET /reports/{id}": ({ params, read, person }) => loadReport(read, params.id, person),
    "GET /reports/{id}/file": async ({ params: { id }, read, write, person }) => {
      const { state, fileName, type, format } = await loadReport(read, id, person);
      if (state !== "done" || fileName === null) throw httpError("report/not-finished");
      const content = await files?.open(id);
      if (!content) throw httpError("report/file-deleted");
      await write(async (tx) => {
        await tx
          .insertInto("report_downloads")
          .values({ reportId: id, by: person.username, at: clock.now() })
          .execute();
        await sql`select ${notifyChange("report_jobs")}`.execute(tx);
      });
      return { filename: fileName, content, contentType: contentTypes[type === "BULK" ? "zip" : format] };
    },
    "DELETE /reports/{id}": async ({ params: { id }, write, person }) => {
      await write(async (tx) => {
        await rejectKept(tx, await loadReport(tx, id, person), clock.now());
        await tx.deleteFrom("report_jobs").where("id", "=", id).execute();
      });
      await files?.delete(id);
      return undefined;
    },
  });

/** A file can't be deleted before its minimum retention has ended, or under a legal hold. */
async function rejectKept(tx: Tx, { finishedAt, from, to }: ReportJob, now: Date): Promise<void> {
  if (finishedAt === null) return;
  const { rows } = await sql<{ isHeld: boolean }>`select is_period_held(${from}, ${to}) as "isHeld"`.execute(tx);
  if (rows[0]?.isHeld) throw httpError("privacy/held", { message: "A legal hold covers the period of this report" });
  const { reportMinRetentionDays } = await loadRequiredConfigs(tx);
  if (Date.parse(finishedAt) + reportMinRetentionDays * dayMs > now.getTime())
    throw httpError("privacy/minimum-retention");
}

async function loadReport(db: ReadDb, id: number, person: Person): Promise<ReportJob> {
  const row = await selectReports(db).where("id", "=", id).where(isVisibleTo(person)).executeTakeFirst();
  if (!row) throw httpError("record/not-found");
  return toReportJob(row, (await loadRequiredConfigs(db)).reportRetentionDays);
}
