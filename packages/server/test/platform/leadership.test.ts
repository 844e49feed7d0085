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

/** The connections that hold the leader lock, with their age. */
async function holders() {
  const { rows } = await sql<{ pid: number; ageMs: number }>`
    select pid, extract(epoch from clock_timestamp() - backend_start) * 1000 as "ageMs"
    from pg_locks join pg_database on pg_database.oid = database join pg_stat_activity using (pid)
    where locktype = 'advisory' and pg_database.datname = current_database()`.execute(db);
  return rows;
}

/** Blocks the whole process, as if it were suspended. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe("the leader", () => {
  it("HEALTH-4 keeps its lease while it runs", async () => {
    const leadership = await leader();
    const [first] = await holders();
    await vi.waitFor(async () => expect((await holders())[0]?.ageMs).toBeGreaterThan(2 * times.expiryMs), soon);
    expect(await holders()).toMatchObject([{ pid: first?.pid }]);
    expect(leadership.isLeader()).toBe(true);
  });

  it("HEALTH-4 ENG-1 is not the leader after a suspension until it has renewed its lease", async () => {
    const leadership = await leader();
    sleep(2 * times.expiryMs);
    expect(leadership.isLeader()).toBe(false);
    expect(await holders()).toEqual([]);
    await vi.waitFor(() => expect(leadership.isLeader()).toBe(true), soon);
  });
});
