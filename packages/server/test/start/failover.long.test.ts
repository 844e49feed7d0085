import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { DatabaseClient } from "../../src/platform/database/database-client.ts";
import { fakeRelay } from "../gate/hardware/fake-relay.ts";
import { dataFolder, launch, signIn, slowMachineMs } from "./launch.ts";
import { createSite, follow, pushPlate } from "./process-site.ts";
import { replicatedPostgres } from "./replicated-postgres.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const ADMIN_PASSWORD = "tulip-harbour-42";
const eventsBefore = 60;
const eventsAfter = 60;

/** Repeats a check until it passes. */
const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 120_000, interval: 50 });

it("HA-5 finds the new primary after a failover to the synchronous standby; no acknowledged event is lost", async () => {
  const postgres = await replicatedPostgres();
  const relay = await fakeRelay();
  onTestFinished(() => relay.close());
  const server = launch({ DATA_DIR: dataFolder(), DATABASE_URL: postgres.url, ADMIN_PASSWORD, LOG_LEVEL: "fatal" });
  const address = await server.ready;
  const session = await signIn(address, ADMIN_PASSWORD, "quiet-lantern-7");
  const db = new DatabaseClient({ connectionString: postgres.url });
  db.on("error", () => {});
  await db.connect();
  onTestFinished(() => db.end().catch(() => {}));
  const senders = await createSite(db, session, relay.port);
  await expectReadOnlyIsLeft(postgres.url);

  const acknowledged = new Set<string>();
  let isOver = false;
  /** A camera: sends the next event after an acknowledgement, otherwise the same one again. */
  const push = async (sender: (typeof senders)[number]) => {
    let eventId = randomUUID();
    while (!isOver) {
      const status = await pushPlate(address, sender, `CAR${acknowledged.size % 100}`, eventId).catch(() => undefined);
      if (status !== 200) continue;
      acknowledged.add(eventId);
      eventId = randomUUID();
    }
  };
  const cameras = senders.map(push);
  await eventually(async () => expect(acknowledged.size).toBeGreaterThan(eventsBefore));
  await postgres.killPrimary();
  const atKill = acknowledged.size;
  // The first one may still try the host that was found before.
  await expect(new DatabaseClient({ connectionString: postgres.url }).connect()).rejects.toThrow();
  const early = new DatabaseClient({ connectionString: postgres.url });
  await expect(early.connect()).rejects.toThrow(/^no host accepts writes: \S+ is read-only, \S+ .*ECONNREFUSED/);
  await postgres.promote();
  await eventually(async () => expect(acknowledged.size).toBeGreaterThan(atKill + eventsAfter));
  isOver = true;
  await Promise.all(cameras);

  // Those that arrived in between wait in the spool.
  await eventually(async () => {
    const stored = await postgres.query<{ eventId: string; events: number }>(
      `select k."eventId", count(e.id)::integer as events from event_keys k left join events e on e.id = k.id group by 1`,
    );
    const counts = new Map(stored.map(({ eventId, events }) => [eventId, events]));
    expect([...acknowledged].filter((id) => counts.get(id) !== 1)).toEqual([]);
    expect(stored.filter(({ events }) => events !== 1)).toEqual([]);
  });

  // Notifications and the leadership follow as well.
  await eventually(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200));
  const until = await follow(address, session);
  const pulses = relay.heard.length;
  const [sender] = senders;
  if (!sender) throw new Error("the site has no gate");
  await eventually(async () => {
    await pushPlate(address, sender, `CAR${Math.floor(Math.random() * 100)}`);
    expect(relay.heard.length).toBeGreaterThan(pulses);
  });
  await until('"events"');
});

/** A connection to a host that has become read-only is closed, and the next one finds a host that accepts writes. */
async function expectReadOnlyIsLeft(connectionString: string): Promise<void> {
  const db = connectDatabase({ connectionString });
  onTestFinished(() => db.destroy());
  const client = await db.pool.connect();
  const closed = new Promise((resolve) => client.once("end", () => resolve("closed")));
  await client.query("set default_transaction_read_only = on");
  await expect(client.query("create table probe (id integer)")).rejects.toMatchObject({ code: "25006" });
  expect(await closed).toBe("closed");
  client.release(true);
  await db.pool.query("create table probe (id integer)");
}
