import type { Permission } from "@gatehouse/contract/permissions";
import type { ReportFilters, ReportFormat } from "@gatehouse/contract/reports/report";
import { reportErrors } from "@gatehouse/contract/reports/report-job.messages";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { lastRunAt, periodOfRun, type ScheduleTimes } from "@gatehouse/engine/report-schedules/schedule-time";
import { loadRequiredConfigs } from "../../../house/required-config.store.ts";
import type { Database, Tx } from "../../../platform/database/database.ts";
import { httpError } from "../../../platform/http/http-error.ts";
import type { Services } from "../../../platform/services.ts";
import { listFileTypes } from "../jobs/file-types.ts";
import { insertReport } from "../jobs/report-job.store.ts";
import { reportScheduleError } from "./report-delivery.ts";

/** Queues the reports of schedules whose time has come. Of several missed runs, only the last is made up. */
export async function queueDueReports({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const schedules = await listEnabledSchedules(db);
  if (schedules.length === 0) return;
  const now = clock.now();
  const { timeZone } = await loadRequiredConfigs(db);
  for (const schedule of schedules) {
    const dueAt = lastRunAt(schedule as ScheduleTimes, now, timeZone);
    if (dueAt < new Date(schedule.changedAt)) continue;
    if (schedule.lastDueAt !== null && new Date(schedule.lastDueAt) >= dueAt) continue;
    await db.transaction().execute((tx) => queueReport(tx, schedule, { dueAt, now, timeZone }));
  }
}

/**
 * Queues the report of a schedule at once, about the period before today; its times stay. Returns why it has none, if
 * its report type is switched off.
 */
export async function runSchedule(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const schedule = await tx.selectFrom("report_schedules").selectAll().where("id", "=", id).executeTakeFirst();
  if (!schedule) throw httpError("record/not-found");
  const { timeZone } = await loadRequiredConfigs(tx);
  const types = await listTypes(tx, schedule);
  if (types.length === 0) return reportErrors.typeDisabled;
  await insertReport(tx, toReport(schedule, types, { dueAt: now, timeZone }), now);
  return undefined;
}

const listEnabledSchedules = (db: Database) =>
  db.selectFrom("report_schedules").selectAll().where("isEnabled", "=", true).orderBy("id").execute();

type Schedule = Awaited<ReturnType<typeof listEnabledSchedules>>[number];

async function queueReport(
  tx: Tx,
  schedule: Schedule,
  { dueAt, now, timeZone }: { dueAt: Date; now: Date; timeZone: string },
): Promise<void> {
  const { id } = schedule;
  await tx.updateTable("report_schedules").set({ lastDueAt: dueAt }).where("id", "=", id).execute();
  const types = await listTypes(tx, schedule);
  if (types.length === 0) {
    return reportScheduleError(tx, { scheduleId: id, failure: reportErrors.typeDisabled }, now);
  }
  await insertReport(tx, toReport(schedule, types, { dueAt, timeZone }), now);
}

const listTypes = (tx: Tx, { type, permissions }: Schedule) =>
  listFileTypes(tx, type as ReportCode, { permissions: new Set(permissions as Permission[]), gateIds: null });

const toReport = (
  { id, name, type, every, format, filters }: Schedule,
  types: readonly ReportCode[],
  { dueAt, timeZone }: { dueAt: Date; timeZone: string },
) => ({
  ...{ type: type as ReportCode, types, gateIds: null, scheduleId: id },
  ...periodOfRun(every as ScheduleTimes["every"], dueAt, timeZone),
  format: format as ReportFormat,
  filters: filters as ReportFilters,
  createdBy: `schedule "${name}"`,
});
