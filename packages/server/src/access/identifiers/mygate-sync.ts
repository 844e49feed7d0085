import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { apiKeyUnreadable } from "@gatehouse/contract/entities/mygate.messages";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import { pullChanges } from "@gatehouse/drivers/mygate/mygate";
import { sql } from "kysely";
import { raiseAlert } from "../../alert/alert.store.ts";
import { loadMygate } from "../../alert/mygate-account.store.ts";
import { integrationHttp } from "../../alert/site-http.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Tx } from "../../platform/database/database.ts";
import { retryAfterDeadlock } from "../../platform/database/retry.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { applyPulledChanges, type PullCounts, saveSyncError } from "./mygate.store.ts";

const pollIntervalMs = 1_000;

/** Pulls MyGate's plates. A failed pull changes nothing. */
async function pullMygate({ db, secrets, clock }: Services): Promise<DeviceResult<PullCounts>> {
  const mygate = await loadMygate(db, secrets);
  if (!mygate) throw httpError("mygate/not-set");
  if (mygate.isApiKeyUnreadable) return failed("wrong-credentials", `${apiKeyUnreadable}.`);
  // Outside of any transaction, because the pull can take minutes.
  const pulled = await pullChanges(mygate, mygate.syncedUpTo, integrationHttp(db));
  if (!pulled.ok) return pulled;
  const apply = async (tx: Tx): Promise<PullCounts> => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.mygatePull})`.execute(tx);
    const current = await loadMygate(tx, secrets);
    // Discards the pull if another one finished or the account changed during it.
    const isSame =
      current?.syncedUpTo === mygate.syncedUpTo &&
      current.syncAPIUrl === mygate.syncAPIUrl &&
      current.deviceId === mygate.deviceId;
    return isSame ? applyPulledChanges(tx, pulled.value, clock.now()) : { added: 0, updated: 0, deleted: 0 };
  };
  return success(await retryAfterDeadlock(() => db.transaction().execute(apply)));
}

/** Pulls MyGate's plates; saves a failure for the settings page and raises its alert. */
export async function syncMygate(services: Services): Promise<DeviceResult<PullCounts>> {
  const pulled = await pullMygate(services);
  if (pulled.ok) return pulled;
  const { detail } = pulled.failure;
  const now = services.clock.now();
  await services.db.transaction().execute(async (tx) => {
    await saveSyncError(tx, detail, now);
    await raiseAlert(tx, causeOf(detail), now);
  });
  return pulled;
}

const causeOf = (error: string): AlertCause => ({
  type: "AC_MYGATE_SYNC_API_FAILED",
  scope: "ac",
  subject: "mygate sync",
  title: "MyGate sync failed",
  description: "MyGate's plates could not be pulled. Plates from the last successful pull stay in use.",
  additionalInfo: { error },
});

/** Pulls at the configured interval while plate access control is active. */
export function startMygateSync(services: Services): BackgroundJob {
  const { db, clock, log } = services;
  return startJob("MyGate sync", log, async () => {
    const { mygateSyncSeconds } = await loadRequiredConfigs(db);
    const active = await loadModuleActivation(db);
    const last = await db.selectFrom("mygate").select("lastAttemptAt").executeTakeFirst();
    if (!last || !active.ANPR_ACCESS_CONTROL) return { waitMs: pollIntervalMs };
    // Absolute difference: after the clock steps back, the last attempt is in the future.
    const isDue =
      last.lastAttemptAt === null ||
      Math.abs(clock.elapsedMs(new Date(last.lastAttemptAt))) >= mygateSyncSeconds * 1_000;
    if (isDue) await syncMygate(services);
    return { waitMs: pollIntervalMs };
  });
}
