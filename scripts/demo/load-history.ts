import { join } from "node:path";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { normalizeIdentifier } from "../../packages/contract/src/fields/identifier-text.ts";
import type { AccessQuestion } from "../../packages/engine/src/access/access.ts";
import { emptyContext, type RunningContext } from "../../packages/engine/src/decision/decision-context.ts";
import { createSiteCache, type Site } from "../../packages/server/src/gate/site-cache.ts";
import { loadUnlocked } from "../../packages/server/src/intake/ingest/load-access.ts";
import { loadSlotValues } from "../../packages/server/src/intake/ingest/load-context.ts";
import { inPipelinedTransaction } from "../../packages/server/src/intake/ingest/pipelined-transaction.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { connectDatabase, type Database } from "../../packages/server/src/platform/database/database.ts";
import { createNotificationBus } from "../../packages/server/src/platform/database/notifications.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { findRunningPostgres } from "../../packages/server/src/platform/postgres/open-postgres.ts";
import { loadExistingSecretKey } from "../../packages/server/src/platform/security/secret-key.ts";
import { createSecrets } from "../../packages/server/src/platform/security/secrets.ts";
import { createReadRecorder } from "../../packages/server/src/record/data-quality/read-recorder.ts";
import { replayPastSite } from "../../packages/simulator/src/history/past-site.ts";
import { vehicles } from "../../packages/simulator/src/plan/vehicle-plan.ts";
import { PastDecisions } from "./decide-history.ts";
import { storeHistory } from "./store-history.ts";

const seed = 20_260_701;
const days = 30;
/** Ids that are reserved for past events. */
const maxEvents = 100_000;

/** How many events were loaded, and how long it took. */
export interface LoadedHistory {
  readonly events: number;
  readonly seconds: number;
}

/**
 * Loads a month of events into the database of the running demo; null if it has events already, so that a restart loads
 * nothing.
 */
export async function loadHistory(
  dataDir: string,
  now: Date,
  onProgress: (share: number) => void,
): Promise<LoadedHistory | null> {
  const began = performance.now();
  const running = await findRunningPostgres(join(dataDir, "postgres"));
  if (!running) throw new Error(`no database runs in ${dataDir}`);
  const db = connectDatabase(running.connection);
  const log = createLog("warn");
  const live = createNotificationBus(running.connection, log);
  const secrets = createSecrets(loadExistingSecretKey(undefined, dataDir));
  const siteCache = createSiteCache({ db, secrets, live });
  try {
    if (await db.selectFrom("events").select("id").limit(1).executeTakeFirst()) return null;
    const site = await siteCache.now();
    const history = replayPastSite({ seed, now, days, timeZone: site.configs.timeZone });
    const quality = createReadRecorder({ db, clock: systemClock, log });
    const context = await loadContext(db, site);
    const decisions = new PastDecisions({ site, context, history, firstId: await reserveIds(db), quality });
    await storeHistory(db, decisions, { from: new Date(now.getTime() - (days + 1) * dayMs), to: now }, onProgress);
    await quality.flush();
    return { events: decisions.events, seconds: (performance.now() - began) / 1_000 };
  } finally {
    siteCache.close();
    await live.close();
    await db.destroy();
    running.release();
  }
}

/** Returns the first of the reserved ids. */
async function reserveIds(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ first: number }>(
    "select setval('event_ids', nextval('event_ids') + $1::bigint) - $1::bigint as first",
    [maxEvents],
  );
  return rows[0]?.first ?? 1;
}

/** What live decisions about the vehicles of the site would load. */
function loadContext(db: Database, site: Site): Promise<RunningContext> {
  const reads = vehicles.flatMap(({ plate, tag }) => [
    toRead("LICENSE_PLATE", plate),
    ...(tag === null ? [] : [toRead("RFID", tag)]),
  ]);
  const slotIds = [...site.counters.values()].flat().flatMap(({ id, slot }) => (slot === null ? [] : [id]));
  return inPipelinedTransaction(db, async ({ run }) => {
    const known = await loadUnlocked(run, site, reads);
    return { ...emptyContext(), ...known, slots: await loadSlotValues(run, slotIds) };
  });
}

const toRead = (type: AccessQuestion["read"]["type"], raw: string): AccessQuestion["read"] => ({
  type,
  raw,
  normalized: normalizeIdentifier(raw),
});
