import { createHash } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { withReportSnapshot } from "../../../src/record/reports/report-snapshot.ts";
import { findReportSource } from "../../../src/record/reports/report-sources.ts";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";
import { reportSite, sumOf } from "./report-site.ts";

const site = await reportSite("Europe/Berlin");
const { server, db } = site;

describe("the OSD Report", () => {
  const day = { from: "2026-10-25T00:00:00+02:00", to: "2026-10-26T00:00:00+01:00" };

  it("REP-3 has the speed, limit and excess of each vehicle above the limit, equal to an independent count", async () => {
    await sql`
      insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
        "plateNormalized", "vehicleType", speed, "speedLimit", reason, listing)
      select nextval('event_ids'), 'OSD', case when speed > 40 then 'PROCESSED' else 'RECEIVED' end, 'live', at, at, 'Speed', '1',
        'P' || n % 17, 'P' || n % 17, 'P' || n % 17, case n % 3 when 0 then 'twoWheelVehicle' else 'CAR' end, speed, 40, '',
        'elsewhere'
      from (select n, 20 + (n * 37 % 1000) / 11.0 as speed,
        ${day.from}::timestamptz + n * interval '5 minutes 3 seconds' as at from generate_series(0, 320) n) made`.execute(
      db,
    );
    const { rows: counted } = await sql<{ id: number; excess: number; hour: number }>`
      select id, round((speed - "speedLimit")::numeric, 2) as excess,
        extract(hour from "occurredAt" at time zone 'Europe/Berlin')::integer as hour
      from events where module = 'OSD' and speed > "speedLimit" and "occurredAt" >= ${day.from}::timestamptz
        and "occurredAt" < ${day.to}::timestamptz order by "occurredAt", id`.execute(db);
    const rows = await site.rows("OSD", day, 50);
    expect(rows.map(({ event, excess }) => [event, excess])).toEqual(
      counted.map(({ id, excess }) => [`osd/${id}`, excess]),
    );
    expect((await site.streamed("OSD", day.from, day.to)).map(({ event }) => event)).toEqual(
      rows.map(({ event }) => event),
    );
    const { count, values, charts } = await site.totals("OSD", day);
    expect({ count, ...values }).toMatchObject({
      count: counted.length,
      overspeed: counted.length,
      plates: new Set(rows.map(({ plate }) => plate)).size,
      worst: Math.max(...counted.map(({ excess }) => excess)),
    });
    expect(values.measured).toBeGreaterThan(counted.length);
    const [histogram, hours] = charts;
    expect(sumOf(histogram?.bars ?? [], "value")).toBe(counted.length);
    expect(histogram?.bars[0]).toEqual({ label: "0–5", value: counted.filter(({ excess }) => excess < 5).length });
    expect(hours?.bars.map(({ value }) => value)).toEqual(
      Array.from({ length: 24 }, (_, hour) => counted.filter((one) => one.hour === hour).length),
    );
    const bikes = await site.rows("OSD", { ...day, vehicleType: "2W" });
    expect(new Set(bikes.map(({ vehicleClass }) => vehicleClass)).size).toBe(1);
    expect(bikes.length).toBeGreaterThan(20);
    expect(bikes.length).toBeLessThan(counted.length);
  });

  it("REP-3 has the lane of the decision, two decimals, and a hash that others can verify", async () => {
    const { id: laneId, version } = await site.create<{ id: number; version: number }>(
      "POST /lanes",
      samples.lane({ name: "Ramp 1", speedLimit2w: 30, speedLimit4w: 50 }),
    );
    const sender = await site.device("OSD");
    await site.camera(sender.id, "OSD", { name: "Ramp camera", laneId });
    await site.settle();
    await site.push(sender, site.plateEvent("FAST1", { speed: 61.512_34, vehicleClass: "4w" }));
    const renamed = await server.call("PUT /lanes/{id}", {
      params: { id: laneId },
      body: { ...samples.lane({ name: "Ramp 2" }), version },
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    const now = server.clock.now().getTime();
    const [row] = await site.rows("OSD", {
      from: new Date(now - 60_000).toISOString(),
      to: new Date(now + 60_000).toISOString(),
    });
    expect(row).toMatchObject({
      lane: "Ramp 1",
      camera: "Ramp camera",
      plate: "FAST1",
      speed: 61.51,
      limit: 50,
      excess: 11.51,
    });
    const event = await db.selectFrom("events").selectAll().where("lp", "=", "FAST1").executeTakeFirstOrThrow();
    const evidence = [event.id, event.occurredAt, "Ramp camera", "FAST1", 61.512_34, 50, null, null];
    expect(row?.evidenceHash).toBe(createHash("sha256").update(JSON.stringify(evidence)).digest("hex"));
  });

  it("ROLE-3 is refused to people who are limited to gates", async () => {
    const gate = await site.create<{ id: number }>("POST /gates", samples.gate({ name: "Out", type: "X" }));
    const { token } = await createPeople(server).signIn({ role: "manager", gateIds: [gate.id] });
    expect((await site.page("OSD", day, token)).status).toBe(403);
  });
});

describe("a snapshot", () => {
  it("REP-5 is streamed whole in batches, without the rows that are added meanwhile", async () => {
    const { from, to } = { from: "2026-10-01T00:00:00Z", to: "2026-10-02T00:00:00Z" };
    const add = (first: number, last: number) =>
      sql`
      insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", speed,
        "speedLimit", reason, listing)
      select nextval('event_ids'), 'OSD', 'PROCESSED', 'live', ${from}::timestamptz + n * interval '1 second' + interval '7 microseconds', now(), 'S', '1', 60,
        40, '', 'elsewhere' from generate_series(${first}::integer, ${last}::integer) n`.execute(db);
    await add(1, 2_500);
    const source = findReportSource("OSD");
    const request = { period: { from: new Date(from), to: new Date(to), timeZone: "UTC" }, filters: {}, gateIds: null };
    const sizes: number[] = [];
    const count = await withReportSnapshot(db, async (snapshot) => {
      for await (const batch of source?.rows(snapshot, request) ?? []) {
        sizes.push(batch.length);
        await add(2_501, 2_600);
      }
      return source?.count(snapshot, request);
    });
    expect([sizes, count]).toEqual([[2_000, 500], 2_500]);
    expect(await site.totals("OSD", { from, to })).toMatchObject({ count: 2_700 });
  });
});
