import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import { expireDays, sealRows } from "./seal.store.ts";

const intervalMs = 1_000;
const expiryIntervalMs = 3_600_000;

/** Seals new rows of the audit trail, and deletes the days whose retention has ended. Runs in the leader only. */
export function startAuditSealing({ db, clock, log, auditSeals }: Services): BackgroundJob {
  let expiredAtMs = Number.NEGATIVE_INFINITY;
  return startJob("audit sealing", log, async () => {
    const now = clock.now();
    const { rows, endedDay } = await sealRows(db, auditSeals, now);
    if (endedDay) {
      // The log is often collected by another system, where the seal of a day can't be changed.
      log.info({ day: endedDay.day, rows: endedDay.rows, seal: endedDay.endSeal }, "audit day ended");
    }
    if (now.getTime() - expiredAtMs >= expiryIntervalMs) {
      const { retentionDays } = await loadRequiredConfigs(db);
      await expireDays(db, auditSeals, new Date(now.getTime() - retentionDays * dayMs), now);
      expiredAtMs = now.getTime();
    }
    return { waitMs: rows > 0 ? 0 : intervalMs };
  });
}
