import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { lastRunAt } from "@gatehouse/engine/report-schedules/schedule-time";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { errorReason } from "../../platform/startup-error.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import { deleteOldBackups, listBackups } from "./backup-folder.ts";

const pollMs = 15_000;
const retryMs = 900_000;
const alert = { type: "BACKUP_FAILED", subject: "backup" } as const;

/** Where a failed backup is reported. */
interface Alerts {
  raiseAlert(tx: Tx, cause: AlertCause, now: Date): Promise<void>;
  resolveAlertsOf(tx: Tx, of: Pick<AlertCause, "type" | "subject">, now: Date): Promise<void>;
}

/**
 * Makes a backup each day, and the missed one after an outage; keeps the newest. The files in the folder are the
 * only record of what was done. Only the leader runs it.
 */
export function startBackups(
  services: Services,
  folder: string,
  { raiseAlert, resolveAlertsOf }: Alerts,
  { run = runBackupProcess, waitMs = pollMs }: { run?: RunBackup; waitMs?: number } = {},
): BackgroundJob {
  const { db, clock, log } = services;
  const stopping = new AbortController();
  let failedAtMs: number | undefined;

  async function isDue(): Promise<boolean> {
    if (failedAtMs !== undefined && clock.monotonicMs() - failedAtMs < retryMs) return false;
    const { backupTime: at, timeZone } = await loadRequiredConfigs(db);
    const dueAt = lastRunAt({ every: "daily", at, weekday: null, monthDay: null }, clock.now(), timeZone);
    const newest = (await listBackups(folder)).at(-1);
    return newest === undefined || newest.at < dueAt;
  }

  async function backUp(): Promise<void> {
    await run(folder, stopping.signal);
    failedAtMs = undefined;
    const { backupsKept } = await loadRequiredConfigs(db);
    const deleted = await deleteOldBackups(folder, backupsKept, clock.now());
    log.info({ folder, deleted }, "made the daily backup");
    await db.transaction().execute((tx) => resolveAlertsOf(tx, alert, clock.now()));
  }

  async function reportError(error: unknown): Promise<void> {
    failedAtMs = clock.monotonicMs();
    const reason = errorReason(error);
    log.warn({ folder, reason }, "the daily backup failed; will retry");
    const cause = {
      ...alert,
      scope: "ac",
      title: "Backup failed",
      description: "The daily backup was not made.",
      additionalInfo: { error: reason },
    } as const;
    await db.transaction().execute((tx) => raiseAlert(tx, cause, clock.now()));
  }

  const job = startJob("backups", log, async () => {
    if (await isDue()) {
      await backUp().catch((error: unknown) => (stopping.signal.aborted ? undefined : reportError(error)));
    }
    return { waitMs };
  });
  return {
    stop: () => {
      stopping.abort();
      return job.stop();
    },
  };
}

const command = join(import.meta.dirname, "backup-command.ts");

/** Makes a backup in a folder; throws with the reason if it fails. */
export type RunBackup = (folder: string, signal: AbortSignal) => Promise<void>;

/** Makes a backup in a process of its own, so that no gate waits for it. */
const runBackupProcess: RunBackup = async (folder, signal) => {
  const child = spawn(process.execPath, [command, folder], { stdio: ["ignore", "ignore", "pipe"] });
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop);
  try {
    const [[code], errors] = await Promise.all([once(child, "close"), text(child.stderr)]);
    if (code !== 0) throw new Error(errors.trim().split("\n").at(-1) || `The process ended with the code ${code}.`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
};
