import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { startRetentionJobs } from "../../../src/house/retention/retention-jobs.ts";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";

const site = await engineSite();
const { services, clock } = site.server;
const day = 86_400_000;

/** The first moment of a month, counted from this one. */
const monthFrom = (months: number) => {
  const now = clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
};
const partitionOf = (month: Date) => `events_${month.toISOString().slice(0, 7).replace("-", "_")}`;
const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** Runs the retention jobs once at a time. */
const runRetention = (at: Date) =>
  startRetentionJobs({ ...services, clock: { ...services.clock, now: () => at } }).stop();

const partitions = async () => {
  const { rows } = await sql<{ name: string; oid: number }>`
    select c.relname as name, c.oid from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass order by 1`.execute(site.db);
  return rows;
};
const partitionNames = async () => (await partitions()).map(({ name }) => name);
/** The plates of events with their partitions. */
const partitionsOf = async (plates: readonly string[]) => {
  const { rows } = await sql<{ lp: string; place: string }>`
    select lp, tableoid::regclass::text as place from events where lp = any(${plates}) order by lp`.execute(site.db);
  return rows.map(({ lp, place }) => `${lp} ${place}`);
};
const keysOf = async (ids: readonly string[]) => {
  const found = await site.db.selectFrom("event_keys").select("eventId").where("eventId", "in", ids).execute();
  return found.map(({ eventId }) => eventId).toSorted();
};

const relay = await fakeRelay();
afterAll(() => relay.close());
const gate = await site.plateGate(relay.port);

describe("monthly partitions", () => {
  it("EVT-4 are created before the month begins, and take over events that arrived earlier", async () => {
    const month = monthFrom(4);
    await site.push(gate, site.plateEvent("EARLY1", { at: after(month, day).toISOString() }));
    await site.push(gate, site.plateEvent("EARLIER1", { at: after(monthFrom(5), day).toISOString() }));
    expect(await partitionsOf(["EARLY1", "EARLIER1"])).toEqual(["EARLIER1 events_other", "EARLY1 events_other"]);
    await runRetention(monthFrom(2));
    expect(await partitionNames()).toContain(partitionOf(month));
    expect(await partitionsOf(["EARLY1", "EARLIER1"])).toEqual([
      "EARLIER1 events_other",
      `EARLY1 ${partitionOf(month)}`,
    ]);
    await site.push(gate, site.plateEvent("EARLY2", { at: after(month, 2 * day).toISOString() }));
    expect(await partitionsOf(["EARLY2"])).toEqual([`EARLY2 ${partitionOf(month)}`]);
  });

  it("EVT-4 are dropped with the events outside them and the keys, once all is older than the retention", async () => {
    const lastMonth = monthFrom(-1);
    await site.push(gate, site.plateEvent("PAST1", { id: "past", at: after(lastMonth, day).toISOString() }));
    await site.push(gate, site.plateEvent("STRAY1", { id: "stray", at: "2009-12-31T23:59:59Z" }));
    await site.push(gate, site.plateEvent("STRAY2", { id: "ahead", at: "2050-01-01T00:00:00Z" }));
    await site.push(gate, site.plateEvent("NOW1", { id: "now" }));
    await site.configure("eventRetentionDays", 40);
    await runRetention(after(monthFrom(0), 40 * day - 1));
    expect(await partitionsOf(["PAST1", "STRAY1", "STRAY2"])).toHaveLength(3);
    // All of last month is forty days old, but the events received this month are not, whatever their own time is.
    await runRetention(after(monthFrom(0), 40 * day));
    expect(await partitionNames()).not.toContain(partitionOf(lastMonth));
    expect(await partitionsOf(["PAST1", "STRAY1", "STRAY2", "NOW1"])).toHaveLength(3);
    await runRetention(after(clock.now(), 40 * day));
    expect(await partitionsOf(["PAST1", "STRAY1", "STRAY2", "NOW1"])).toEqual([`NOW1 ${partitionOf(monthFrom(0))}`]);
    expect(await keysOf(["past", "stray", "ahead", "now"])).toEqual([]);
    await site.configure("eventRetentionDays", 365);
  });

  it("EVT-4 are not created for months past their retention", async () => {
    const at = after(monthFrom(6), 5 * day);
    await sql`select ensure_event_partitions(${at}, ${after(at, -day)})`.execute(site.db);
    const names = await partitionNames();
    expect(names).not.toContain(partitionOf(monthFrom(5)));
    expect(names).toContain(partitionOf(monthFrom(6)));
  });

  it("EVT-4 the retention deletes any number of keys", async () => {
    await sql`
      insert into event_keys (sender, "eventId", "receivedAt")
      select 'many', number::text, ${after(clock.now(), -400 * day)} from generate_series(1, 50000) number`.execute(
      site.db,
    );
    await runRetention(clock.now());
    const remaining = await site.db.selectFrom("event_keys").select("eventId").where("sender", "=", "many").execute();
    expect(remaining).toEqual([]);
  });
});

describe("retention jobs during ingest", () => {
  /** A transaction that has read all events and stays open. */
  async function openReader() {
    const client = new pg.Client(site.db.pool.options);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("begin");
    await client.query("select count(*) from events");
    return { close: () => client.query("commit") };
  }

  it("ENG-6 a slow reader delays changes of partitions, but never an event", async () => {
    await runRetention(clock.now());
    const before = await partitions();
    const slow = await openReader();
    const later = after(clock.now(), 500 * day);
    let isRunning = true;
    const running = runRetention(later).finally(() => {
      isRunning = false;
    });
    // A push that had to wait for the reader would be rejected.
    while (isRunning) {
      const { statusCode } = await site.push(gate, site.plateEvent(`BESIDE ${randomUUID().slice(0, 8)}`));
      expect(statusCode).toBe(200);
    }
    await running;
    expect(await partitions()).toEqual(before);
    await slow.close();
    await runRetention(later);
    expect(await partitionNames()).toContain(partitionOf(after(later, 31 * day)));
    const oldest = partitionOf(after(later, -365 * day));
    expect((await partitionNames()).filter((name) => name < oldest)).toEqual([]);
  });

  it("ENG-5 each event that arrives while partitions change is stored once", async () => {
    const sent: string[] = [];
    let isRunning = true;
    const pushing = async () => {
      while (isRunning) {
        const plate = `WHILE${sent.length}`;
        sent.push(plate);
        expect((await site.push(gate, site.plateEvent(plate))).statusCode).toBe(200);
      }
    };
    const senders = Array.from({ length: 4 }, pushing);
    await site.configure("eventRetentionDays", 3_650);
    for (const months of [30, 40, 50]) {
      await poll(() => sql`select ensure_event_partitions(${monthFrom(-130 - months)})`.execute(site.db));
      await poll(async () => {
        await runRetention(monthFrom(months));
        const names = await partitionNames();
        expect(names.filter((name) => name < partitionOf(monthFrom(-120)))).toEqual([]);
        expect(names).toContain(partitionOf(monthFrom(months)));
      });
    }
    isRunning = false;
    await Promise.all(senders);
    await site.configure("eventRetentionDays", 365);
    const { rows } = await sql<{ lp: string }>`select lp from events where lp like 'WHILE%'`.execute(site.db);
    expect(rows.map(({ lp }) => lp).toSorted()).toEqual(sent.toSorted());
  });
});

describe("an old event", () => {
  it("ENG-4 that is sent again after its key was deleted is late and opens nothing", async () => {
    await site.plate("AGAIN 1");
    const event = site.plateEvent("AGAIN1", { id: "again" });
    await site.push(gate, event);
    await relay.until(2);
    clock.advance(400 * day);
    await runRetention(clock.now());
    expect(await keysOf(["again"])).toEqual([]);
    expect((await site.push(gate, event)).statusCode).toBe(200);
    const { rows } = await sql`select timing, status, "isGranted" from events where lp = 'AGAIN1'`.execute(site.db);
    expect(rows).toEqual([{ timing: "late", status: "RECEIVED", isGranted: null }]);
    expect(relay.heard).toEqual(["1 on", "1 off"]);
    const commands = site.db.selectFrom("commands").select("id").where("gateId", "=", gate.gateId);
    expect(await commands.execute()).toEqual([]);
  });
});
