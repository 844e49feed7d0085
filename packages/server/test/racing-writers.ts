import { sql } from "kysely";
import { expect } from "vitest";
import type { Database, Tx } from "../src/platform/database/database.ts";

/** Waits until this many statements wait for a lock in the test's database. */
async function untilWaitingForLocks(db: Database, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(waiting, { interval: 5 }).toBe(count);
}

/** Starts writers while a row is locked and releases it once all of them wait, so that they race for it. */
export async function race<T>(
  db: Database,
  lock: (tx: Tx) => Promise<unknown>,
  writers: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const started = await db.transaction().execute(async (tx) => {
    await lock(tx);
    const running = writers.map((write) => write());
    await untilWaitingForLocks(db, writers.length);
    // Wrapped, because the transaction would wait for a returned promise before it commits.
    return { running };
  });
  return Promise.all(started.running);
}
