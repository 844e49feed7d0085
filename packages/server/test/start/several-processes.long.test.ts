import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { defaultTimes } from "../../src/platform/database/leadership.ts";
import type { PostgresConnection } from "../../src/platform/postgres/embedded-postgres.ts";
import { fakeRelay } from "../gate/hardware/fake-relay.ts";
import type { Sender } from "../gate/site/barrier-gates.ts";
import { emptyDatabase } from "../harness.ts";
import { dataFolder, type Launched, launch, signIn, slowMachineMs } from "./launch.ts";
import { createSite, follow, gateCount, pushPlate } from "./process-site.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const migrationFiles = readdirSync(join(import.meta.dirname, "../../src/migrations")).filter((name) =>
  name.endsWith(".sql"),
);
const ADMIN_PASSWORD = "tulip-harbour-42";
const urlOf = ({ host, port, user, database }: PostgresConnection) =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;

/** Repeats a check until it passes. */
const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

async function connect(connection: PostgresConnection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it("HA-4 replaces a leader that hangs within 5 s", () => {
  const { leaseMs, expiryMs, retryMs } = defaultTimes;
  // A second is left to start the jobs of the new leader.
  expect(expiryMs + retryMs).toBeLessThanOrEqual(4_000);
  // Never two leaders: the lease has ended when PostgreSQL releases the lock.
  expect(leaseMs + 500).toBeLessThanOrEqual(expiryMs);
});

it("HA-4 several processes migrate once, accept every push, count exactly, and replace a hung or killed leader", async () => {
  const connection = await emptyDatabase();
  const relay = await fakeRelay();
  onTestFinished(() => relay.close());
  const SECRET_KEY = randomBytes(32).toString("base64");
  const start = (): Launched =>
    launch({ DATA_DIR: dataFolder(), DATABASE_URL: urlOf(connection), ADMIN_PASSWORD, SECRET_KEY });
  const both = [start(), start()];
  const addresses = await Promise.all(both.map(({ ready }) => ready));
  const db = await connect(connection);
  const count = async (text: string) =>
    (await db.query<{ n: number }>(`select count(*)::integer as n ${text}`)).rows[0]?.n;
  expect(await count("from schema_migrations")).toBe(migrationFiles.length);
  expect(await count("from users")).toBe(1);

  const first = await signIn(addresses[0] ?? "", ADMIN_PASSWORD, "quiet-lantern-7");
  const senders = await createSite(db, first, relay.port);
  const sessions = [first, await signIn(addresses[1] ?? "", "quiet-lantern-7")];
  let cars = 0;
  /** Pushes the next vehicle at a gate to one of the processes. */
  const push = async (to: number, gate = cars % gateCount): Promise<void> => {
    const plate = `CAR${cars}`;
    cars += 1;
    expect(await pushPlate(addresses[to] ?? "", senders[gate] as Sender, plate)).toBe(200);
  };
  const pulses = () => relay.heard.filter((heard) => heard.endsWith(" on")).length;
  const findLeader = async () => {
    const { rows } = await db.query<{ pid: number }>(`
      select substring(application_name from 'leadership (\\d+)@')::integer as pid
      from pg_stat_activity join pg_locks using (pid) join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and application_name like 'gatehouse leadership %'
        and pg_database.datname = current_database()`);
    return both.findIndex(({ child }) => child.pid === rows[0]?.pid);
  };
  await eventually(async () => expect(await findLeader()).not.toBe(-1));
  const leader = await findLeader();
  const other = 1 - leader;

  // Every process accepts pushes, and the browsers of each are notified.
  const live = await Promise.all(sessions.map((session, index) => follow(addresses[index] ?? "", session)));
  await Promise.all(Array.from({ length: 24 }, (_, index) => push(index % 2)));
  await Promise.all(live.map((until) => until('"events"')));
  expect(await count('from events where "isGranted"')).toBe(24);
  await eventually(async () => expect(pulses()).toBe(24));
  await db.query(`update passage_holds set "dueAt" = now() - interval '1 second'`);
  await eventually(async () => {
    const { rows } = await db.query(`select count from access_area_counts where "groupId" = 0`);
    expect(rows).toEqual([{ count: 24 }]);
  });

  // The board hangs: one command is on its way and two wait in the leader, which is then suspended.
  relay.behave("hangs");
  for (let gate = 0; gate < gateCount; gate += 1) await push(leader, gate);
  await eventually(async () => expect(pulses()).toBe(25));
  both[leader]?.child.kill("SIGSTOP");
  onTestFinished(() => void both[leader]?.child.kill("SIGCONT"));
  await push(other);
  await eventually(async () => expect(await findLeader()).toBe(other));
  relay.behave("well");
  await push(other);
  // Its own push, and the one before if it was still fresh; what the suspended leader had not sent is not repeated.
  await eventually(async () => expect(await count("from commands where state in ('queued', 'sent')")).toBe(0));
  const driven = pulses();
  both[leader]?.child.kill("SIGCONT");
  // It has noticed that it is no longer the leader when its own push is driven by the other.
  await push(leader);
  await eventually(async () => expect(pulses()).toBe(driven + 1));
  await eventually(async () => expect(await count("from commands where state in ('queued', 'sent')")).toBe(0));
  expect(pulses()).toBe(driven + 1);
  expect(await findLeader()).toBe(other);

  // Killed: the lock is free at once.
  both[other]?.child.kill("SIGKILL");
  await eventually(async () => expect(await findLeader()).toBe(leader));
  const before = pulses();
  await push(leader);
  await eventually(async () => expect(pulses()).toBe(before + 1));
  expect(await count("from events")).toBe(cars);
});
