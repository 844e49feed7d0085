import { sql } from "kysely";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { createLeadership } from "../../src/platform/database/leadership.ts";
import { createLog } from "../../src/platform/log.ts";
import { testDatabase } from "../harness.ts";

const connection = await testDatabase();
const db = connectDatabase(connection);
afterAll(() => db.destroy());

const times = { retryMs: 1_000, renewMs: 50, leaseMs: 250, expiryMs: 500 };
const soon = { timeout: 5_000, interval: 10 };

async function leader() {
  const leadership = createLeadership(connection, createLog("silent"), times);
  onTestFinished(() => leadership.close());
  await vi.waitFor(() => expect(leadership.isLeader()).toBe(true), soon);
  return leadership;
}

/** The connections that hold the lock of the field, and for how long they have been there. */
async function holders() {
  const { rows } = await sql<{ pid: number; ageMs: number }>`
    select pid, extract(epoch from clock_timestamp() - backend_start) * 1000 as "ageMs"
    from pg_locks join pg_database on pg_database.oid = database join pg_stat_activity using (pid)
    where locktype = 'advisory' and pg_database.datname = current_database()`.execute(db);
  return rows;
}

/** Nothing of this process runs meanwhile, as while it is stopped or its machine sleeps. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe("a server that leads", () => {
  it("HEALTH-4 stays the one for as long as it is awake", async () => {
    const leadership = await leader();
    const [first] = await holders();
    await vi.waitFor(async () => expect((await holders())[0]?.ageMs).toBeGreaterThan(2 * times.expiryMs), soon);
    expect(await holders()).toMatchObject([{ pid: first?.pid }]);
    expect(leadership.isLeader()).toBe(true);
  });

  it("HEALTH-4 ENG-1 and sleeps does not take itself for the one any more, because another may have taken over", async () => {
    const leadership = await leader();
    sleep(2 * times.expiryMs);
    expect(leadership.isLeader()).toBe(false);
    expect(await holders()).toEqual([]);
    await vi.waitFor(() => expect(leadership.isLeader()).toBe(true), soon);
  });
});
