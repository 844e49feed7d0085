import type { AlertCause } from "@gatehouse/contract/entities/alert/alert-type";
import { apiKeyUnreadable } from "@gatehouse/contract/entities/mygate/mygate.messages";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import { pullChanges } from "@gatehouse/drivers/mygate/mygate";
import { sql } from "kysely";
import { raiseAlert } from "../alerts/alert.store.ts";
import { loadModuleActivation } from "../configuration/module-activation.store.ts";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { integrationHttp } from "../outbound/site-http.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import type { Tx } from "../platform/database/database.ts";
import { retryAfterDeadlock } from "../platform/database/retry.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import { loadMygate, noteFailure, type PullCounts, takeOver } from "./mygate.store.ts";

const lookMs = 1_000;

/** INT-2: pulls MyGate's plates; nothing of a pull that failed is used. */
async function pullMygate({ db, secrets, clock }: Services): Promise<DeviceResult<PullCounts>> {
  const mygate = await loadMygate(db, secrets);
  if (!mygate) throw refuse("mygate/not-set");
  if (mygate.isApiKeyUnreadable) return failed("wrong-credentials", `${apiKeyUnreadable}.`);
  // Outside of any transaction, because another system's answers can take minutes.
  const pulled = await pullChanges(mygate, mygate.syncedUpTo, integrationHttp(db));
  if (!pulled.ok) return pulled;
  const taking = async (tx: Tx): Promise<PullCounts> => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.mygatePull})`.execute(tx);
    const now = await loadMygate(tx, secrets);
    // Someone else pulled meanwhile, or changed the account: this answer is about another state.
    const isSame =
      now?.syncedUpTo === mygate.syncedUpTo && now.syncAPIUrl === mygate.syncAPIUrl && now.deviceId === mygate.deviceId;
    return isSame ? takeOver(tx, pulled.value, clock.now()) : { added: 0, updated: 0, deleted: 0 };
  };
  return success(await retryAfterDeadlock(() => db.transaction().execute(taking)));
}

/** ALERT-6: a pull that failed is shown in the settings and raises its alert. */
export async function pullAndTell(services: Services): Promise<DeviceResult<PullCounts>> {
  const pulled = await pullMygate(services);
  if (pulled.ok) return pulled;
  const { detail } = pulled.failure;
  const now = services.clock.now();
  await services.db.transaction().execute(async (tx) => {
    await noteFailure(tx, detail, now);
    await raiseAlert(tx, causeOf(detail), now);
  });
  return pulled;
}

const causeOf = (error: string): AlertCause => ({
  type: "AC_MYGATE_SYNC_API_FAILED",
  scope: "ac",
  subject: "mygate sync",
  title: "MyGate sync failed",
  description: "MyGate's plates could not be pulled; the ones of the last pull stay in use.",
  additionalInfo: { error },
});

/** Pulls on the site's schedule, while access control by plate is active. */
export function startMygateSync(services: Services): BackgroundJob {
  const { db, clock, log } = services;
  return startJob("MyGate sync", log, async () => {
    const { mygateSyncSeconds } = await loadRequiredConfigs(db);
    const active = await loadModuleActivation(db);
    const last = await db.selectFrom("mygate").select("lastAttemptAt").executeTakeFirst();
    if (!last || !active.ANPR_ACCESS_CONTROL) return { waitMs: lookMs };
    // Both ways: after a step back of the clock the last attempt is in the future.
    const isDue =
      last.lastAttemptAt === null ||
      Math.abs(clock.elapsedMs(new Date(last.lastAttemptAt))) >= mygateSyncSeconds * 1_000;
    if (isDue) await pullAndTell(services);
    return { waitMs: lookMs };
  });
}
