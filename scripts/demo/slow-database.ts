import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type Database } from "../../packages/server/src/platform/database/database.ts";
import { findRunningPostgres } from "../../packages/server/src/platform/postgres/open-postgres.ts";

const busyMs = 3_000;
const idleMs = 150;

/** Slows the decisions of the running demo: most of the time it holds the lock that they wait for. */
export function createSlowDatabase(dataDir: string): (isSlow: boolean) => Promise<void> {
  let running: { readonly stopping: AbortController; readonly end: Promise<void> } | undefined;
  return async (isSlow) => {
    running?.stopping.abort();
    await running?.end;
    running = undefined;
    if (!isSlow) return;
    const stopping = new AbortController();
    running = { stopping, end: holdLocks(dataDir, stopping.signal) };
    running.end.catch((error: Error) => console.error(`The database could not be slowed: ${error.message}`));
  };
}

async function holdLocks(dataDir: string, signal: AbortSignal): Promise<void> {
  const found = await findRunningPostgres(join(dataDir, "postgres"));
  if (!found) throw new Error(`no database runs in ${dataDir}`);
  const db = connectDatabase(found.connection);
  try {
    while (!signal.aborted) await holdLock(db, signal);
  } finally {
    await db.destroy();
    found.release();
  }
}

async function holdLock(db: Database, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  const client = await db.pool.connect();
  try {
    await client.query("select pg_advisory_lock(presence_lock())");
    await pause(busyMs);
    await client.query("select pg_advisory_unlock(presence_lock())");
  } finally {
    client.release();
  }
  await pause(idleMs);
}
