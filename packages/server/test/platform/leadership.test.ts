import { sql } from "kysely";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { createLeadership, holdDuringOutages } from "../../src/platform/database/leadership.ts";
import { createLog } from "../../src/platform/log.ts";
import { testDatabase } from "../harness.ts";

const connection = await testDatabase();
const db = connectDatabase(connection);
afterAll(() => db.destroy());

// Long enough that a busy machine renews the lease in time.
const times = { retryMs: 1_000, renewMs: 50, leaseMs: 2_000, expiryMs: 3_000 };

async function leader() {
  const leadership = createLeadership(connection, createLog("silent"), times);
  onTestFinished(() => leadership.close());
  await expect.poll(() => leadership.isLeader()).toBe(true);
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
    await expect.poll(async () => (await holders())[0]?.ageMs).toBeGreaterThan(1.3 * times.expiryMs);
    expect(await holders()).toMatchObject([{ pid: first?.pid }]);
    expect(leadership.isLeader()).toBe(true);
  });

  it("HEALTH-4 ENG-1 is not the leader after a suspension until it has renewed its lease", async () => {
    const leadership = await leader();
    const [suspended] = await holders();
    sleep(1.3 * times.expiryMs);
    expect(leadership.isLeader()).toBe(false);
    await expect.poll(holders).not.toContainEqual(expect.objectContaining({ pid: suspended?.pid }));
    await expect.poll(() => leadership.isLeader()).toBe(true);
  });
});

describe("the leader in a database outage", () => {
  function outageOf(isLeader: () => boolean) {
    let change: (isUp: boolean) => void = () => {};
    const onChange = (listener: (isUp: boolean) => void) => {
      change = listener;
      return () => {};
    };
    const held = holdDuringOutages({ isLeader }, { onChange });
    return { held, change: (isUp: boolean) => change(isUp) };
  }

  it("HA-1 stays the leader until the database is back, because no other process can become it", () => {
    let hasLease = true;
    const { held, change } = outageOf(() => hasLease);
    change(false);
    hasLease = false;
    expect(held.isLeader()).toBe(true);
    change(true);
    expect(held.isLeader()).toBe(false);
  });

  it("HA-1 is not the leader if it had lost its lease before, like a process that was suspended", () => {
    const { held, change } = outageOf(() => false);
    change(false);
    expect(held.isLeader()).toBe(false);
  });
});
