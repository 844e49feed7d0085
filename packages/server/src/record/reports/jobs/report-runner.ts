import { rename } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { ReportFilters } from "@gatehouse/contract/reports/report";
import { reportErrors } from "@gatehouse/contract/reports/report-job.messages";
import { sql } from "kysely";
import type { ImagePlace } from "../../../house/open-image-store.ts";
import { loadEnabledReports } from "../../../house/report-type.routes.ts";
import { loadRequiredConfigs } from "../../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../../platform/background-job.ts";
import { channels } from "../../../platform/database/channels.ts";
import type { ReadDb } from "../../../platform/database/database.ts";
import type { Services } from "../../../platform/services.ts";
import type { ReportMeta } from "../files/report-content.ts";
import { deliverReport, reportScheduleError } from "../schedules/report-delivery.ts";
import { queueDueReports } from "../schedules/schedule-runs.ts";
import { toFileName } from "./report-file-name.ts";
import type { ReportFiles } from "./report-files.ts";
import { type ClaimedReport, claimReport, isRunning, requeueInterrupted, updateReport } from "./report-job.store.ts";
import type { ProduceReport } from "./report-producer.ts";
import type { ProducedReport, ReportTask } from "./report-task.ts";

const progressMs = 1_000;
const cleanUpMs = 60_000;
const minuteMs = 60_000;

const topics: ReadonlySet<string> = new Set<LiveTopic>(["report_jobs", "report_schedules"]);

/** Calls the listener when reports or schedules have changed, or may have. */
const followReports = ({ live }: Services, onChange: () => void) =>
  live.follow(channels.changes, (topic) => {
    if (topic === "" || topics.has(topic)) onChange();
  });

/** What the runner works with. */
export interface RunnerParts {
  readonly files: ReportFiles;
  readonly imagePlace: ImagePlace | null;
  readonly produce: ProduceReport;
}

class Stopped extends Error {
  readonly reason: "cancelled" | "disk-full" | "stopping";

  constructor(reason: Stopped["reason"]) {
    super(`The report was stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Produces reports one at a time, starts those of schedules and deletes old ones. Only the leader runs it. */
export function startReports(services: Services, parts: RunnerParts): BackgroundJob {
  const { db, clock, log } = services;
  const stopping = new AbortController();
  let isRecovered = false;
  let cleanedAtMs: number | undefined;

  const job = startJob("reports", log, async () => {
    if (!isRecovered) await recover(services);
    isRecovered = true;
    await queueDueReports(services);
    if (cleanedAtMs === undefined || clock.monotonicMs() - cleanedAtMs >= cleanUpMs) {
      await deleteOldReports(services, parts.files);
      cleanedAtMs = clock.monotonicMs();
    }
    const report = stopping.signal.aborted ? undefined : await claimReport(db);
    // Schedules are due at full minutes.
    if (!report) return { waitMs: minuteMs - (clock.now().getTime() % minuteMs) };
    // If the database fails meanwhile, the report is still marked as running.
    isRecovered = false;
    await runReport(services, parts, report, stopping.signal);
    isRecovered = true;
    return { waitMs: 0 };
  });
  const unfollow = followReports(services, job.wake);
  return {
    stop: () => {
      unfollow();
      stopping.abort();
      return job.stop();
    },
  };
}

/** The reports of a process that died; there is one leader, so no other process produces them. */
const recover = ({ db, clock }: Services) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    for (const { scheduleId } of await requeueInterrupted(tx, now)) {
      await reportScheduleError(tx, { scheduleId, failure: reportErrors.interrupted }, now);
    }
  });

async function deleteOldReports({ db, clock }: Services, files: ReportFiles): Promise<void> {
  const { reportRetentionDays } = await loadRequiredConfigs(db);
  const oldest = new Date(clock.now().getTime() - reportRetentionDays * dayMs);
  await db
    .deleteFrom("report_jobs")
    .where("finishedAt", "<", oldest.toISOString())
    // A report of a period under a legal hold is kept.
    .where(sql<boolean>`not is_period_held("from", "to")`)
    .execute();
  const kept = await db.selectFrom("report_jobs").select("id").execute();
  await files.keepOnly(new Set(kept.map(({ id }) => id)));
}

async function runReport(
  services: Services,
  parts: RunnerParts,
  report: ClaimedReport,
  stopping: AbortSignal,
): Promise<void> {
  const { files } = parts;
  const move = () => rename(files.temporaryPathOf(report.id), files.pathOf(report.id));
  const outcome = await produce(services, parts, report, stopping)
    .then(async (produced) => move().then(() => produced))
    .catch((error: Error) => (error instanceof Stopped ? error.reason : error));
  if (outcome === "stopping") {
    // It continues after the restart, which is not its fault.
    await updateReport(services.db, report, { state: "queued", progress: 0, attempts: report.attempts - 1 });
  } else if (outcome === "disk-full" || outcome instanceof Error) {
    await saveError(services, report, outcome === "disk-full" ? reportErrors.diskFull : outcome.message);
  } else if (outcome !== "cancelled" && (await saveSuccess(services, files, report, outcome))) {
    return;
  }
  await files.delete(report.id);
}

/** Produces the file; rejects with why it was stopped. */
async function produce(
  services: Services,
  { files, imagePlace, produce: produceFile }: RunnerParts,
  report: ClaimedReport,
  stopping: AbortSignal,
): Promise<ProducedReport> {
  const { db, clock } = services;
  if (await files.isFull()) throw new Stopped("disk-full");
  const task = await describeTask(services, report, { path: files.temporaryPathOf(report.id), imagePlace });
  const stopped = new AbortController();
  const stop = (reason: Stopped["reason"]) => stopped.abort(new Stopped(reason));
  const onStopping = () => stop("stopping");
  if (stopping.aborted) throw new Stopped("stopping");
  stopping.addEventListener("abort", onStopping);
  let progress = 0;
  let isDone = false;
  let changed = Promise.withResolvers<void>();
  const unfollow = followReports(services, () => changed.resolve());
  const done = produceFile(
    task,
    (value) => {
      progress = value;
    },
    stopped.signal,
  ).finally(() => {
    isDone = true;
  });

  /** Saves the progress, and stops a report that was cancelled or that fills the disk. */
  async function watch(): Promise<void> {
    let saved = { progress: 0, atMs: clock.monotonicMs() };
    while (!isDone) {
      await Promise.race([done.catch(() => {}), changed.promise, delay(progressMs)]);
      changed = Promise.withResolvers();
      if (isDone || stopped.signal.aborted) continue;
      if (await files.isFull()) stop("disk-full");
      if (!(await isRunning(db, report))) stop("cancelled");
      if (progress === saved.progress || clock.monotonicMs() - saved.atMs < progressMs) continue;
      saved = { progress, atMs: clock.monotonicMs() };
      await updateReport(db, report, { progress });
    }
  }

  try {
    const [produced] = await Promise.all([done, watch()]);
    return produced;
  } catch (error) {
    stop("cancelled");
    await done.catch(() => {});
    throw error;
  } finally {
    unfollow();
    stopping.removeEventListener("abort", onStopping);
  }
}

const saveError = ({ db, clock, log }: Services, report: ClaimedReport, failure: string) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await updateReport(tx, report, { state: "failed", failure, finishedAt: now }))) return;
    log.warn({ report: report.id, failure }, "could not produce a report");
    await reportScheduleError(tx, { ...report, failure }, now);
  });

/** False if the report was cancelled in the meantime. */
const saveSuccess = (
  { db, clock }: Services,
  files: ReportFiles,
  report: ClaimedReport,
  { rowCount, bytes, sha256 }: ProducedReport,
) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    const site = await loadRequiredConfigs(tx);
    const period = { from: report.from, to: report.to, timeZone: site.timeZone };
    const fileName = toFileName(report.type, period, report.type === "BULK" ? "zip" : report.format);
    const finished = { rowCount, bytes, sha256, fileName, finishedAt: now };
    if (!(await updateReport(tx, report, { state: "done", progress: 1, ...finished }))) return false;
    await deliverReport(tx, { ...report, ...finished, path: files.pathOf(report.id) }, site);
    return true;
  });

/** What the worker thread needs to produce a report, with its filters in words. */
async function describeTask(
  { db, clock }: Pick<Services, "db" | "clock">,
  report: ClaimedReport,
  place: Pick<ReportTask, "path" | "imagePlace">,
): Promise<ReportTask> {
  const { type, types, format, from, to, filters, gateIds } = report;
  const { siteName, timeZone, currency } = await loadRequiredConfigs(db);
  const enabled = await loadEnabledReports(db);
  return {
    ...place,
    types,
    format,
    isBulk: type === "BULK",
    leftOut: enabled.filter((code) => code !== "BULK" && !types.includes(code)),
    request: { period: { from, to, timeZone }, filters, gateIds },
    meta: {
      ...{ siteName, timeZone, currency, from, to },
      filters: await describeFilters(db, filters),
      gates: gateIds && (await listNames(db, "gates", gateIds)),
      producedAt: clock.now(),
      producedBy: report.createdBy,
    },
  };
}

async function describeFilters(db: ReadDb, filters: ReportFilters): Promise<ReportMeta["filters"]> {
  const { gateId, direction, groupId, vehicleType, person } = filters;
  const nameOf = async (table: "gates" | "access_groups", id: number) =>
    (await listNames(db, table, [id]))[0] ?? `${id} (deleted)`;
  return [
    ...(gateId === undefined ? [] : [{ title: "Gate", value: await nameOf("gates", gateId) }]),
    ...(direction === undefined ? [] : [{ title: "Direction", value: gateTypeTitles[direction] }]),
    ...(groupId === undefined ? [] : [{ title: "Group", value: await nameOf("access_groups", groupId) }]),
    ...(vehicleType === undefined ? [] : [{ title: "Vehicle type", value: vehicleTypeTitles[vehicleType] }]),
    ...(person === undefined || person === "" ? [] : [{ title: "Person", value: person }]),
  ];
}

async function listNames(db: ReadDb, table: "gates" | "access_groups", ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(table).select("name").where("id", "in", ids).orderBy("name").execute();
  return rows.map(({ name }) => name);
}
