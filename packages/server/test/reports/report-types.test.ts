import { createHash } from "node:crypto";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { generatePastTraffic } from "@gatehouse/simulator/history/past-traffic";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { withReportSnapshot } from "../../src/reports/report-snapshot.ts";
import { findReportSource } from "../../src/reports/report-sources.ts";
import { storePastTraffic } from "../back-tests/past-month.ts";
import { createPeople } from "../people/people.ts";
import { samples } from "../site/samples.ts";
import { ownPassword } from "../test-server.ts";
import { reportSite } from "./report-site.ts";

const site = await reportSite("Europe/Berlin");
const { server, db } = site;

/** Two weeks in which the clocks change, on the 25th. */
const weeks = { from: "2026-10-18T00:00:00+02:00", to: "2026-11-01T00:00:00+01:00" };
const gate = async (name: string, type: GateType) =>
  (await site.create("POST /gates", samples.gate({ name, type }))).id;
const gateIds = { N: [await gate("In 1", "N"), await gate("In 2", "N")], X: [await gate("Out", "X")] };
const traffic = generatePastTraffic({
  seed: 8,
  start: new Date(weeks.from),
  days: 14,
  passagesPerDay: 200,
  entries: 2,
  exits: 1,
});
await storePastTraffic(db, traffic, gateIds);

const sumOf = (rows: readonly Readonly<Record<string, unknown>>[], key: string) =>
  rows.reduce((sum, row) => sum + Number(row[key]), 0);

describe("the report of unregistered plates", () => {
  const type = "UNREGISTERED_ANPR_VEHICLE_ACCESS";

  /** The unregistered plates of the period with their visits, by the registered plates instead of the decisions. */
  const countBySql = async (condition = sql`true`) =>
    (
      await sql<{ plate: string; visits: number; first: string; last: string; gates: number }>`
        select e."plateNormalized" as plate, count(*)::integer as visits, min(e."occurredAt") as first,
          max(e."occurredAt") as last, count(distinct e."gateName")::integer as gates
        from events e left join identifiers i on i."iidNormalized" = e."plateNormalized"
        where e.module = 'ANPR_ACCESS_CONTROL' and i.id is null and e."passageOf" is null and ${condition}
          and e."occurredAt" >= ${weeks.from}::timestamptz and e."occurredAt" < ${weeks.to}::timestamptz
        group by 1 order by min(e."occurredAt"), 1`.execute(db)
    ).rows;

  it("REP-3 has one row for each plate, equal to an independent count, on pages and streamed", async () => {
    const counted = await countBySql();
    expect(counted.length).toBeGreaterThan(5);
    const rows = await site.rows(type, weeks, 4);
    expect(
      rows.map(({ plate, visits, firstSeen, lastSeen, gates }) => ({
        plate,
        visits,
        first: new Date(String(firstSeen)).toISOString(),
        last: new Date(String(lastSeen)).toISOString(),
        gates: String(gates).split(", ").length,
      })),
    ).toEqual(counted);
    const streamed = await site.streamed(type, weeks.from, weeks.to);
    expect(streamed.map(({ gateId: _, ...row }) => row)).toEqual(rows);
    const visits = sumOf(counted, "visits");
    expect(await site.totals(type, weeks)).toMatchObject({
      count: counted.length,
      values: { vehicles: counted.length, visits, denied: visits, granted: 0, illegible: 0 },
    });
  });

  it("REP-2 is filtered by gate and direction, and limited to the gates of a person", async () => {
    const [one = 0] = gateIds.N;
    const [own, left] = [await countBySql(sql`e."gateId" = ${one}`), await countBySql(sql`e.direction = 'X'`)];
    const { token } = await createPeople(server).signIn({ role: "manager", gateIds: [one] });
    const found = [
      await site.totals(type, { ...weeks, gateId: one }),
      await site.totals(type, weeks, token),
      await site.totals(type, { ...weeks, direction: "X" }),
    ];
    expect(found.map(({ count, values }) => [count, values.visits])).toEqual(
      [own, own, left].map((rows) => [rows.length, sumOf(rows, "visits")]),
    );
  });

  it("REP-2 has a chart with a bar for each day, whose sum is that of the visits", async () => {
    const { charts, values } = await site.totals(type, weeks);
    expect(charts[0]?.bars.map(({ label }) => label)).toEqual(
      Array.from({ length: 14 }, (_, day) => new Date(Date.UTC(2026, 9, 18 + day)).toISOString().slice(0, 10)),
    );
    expect(sumOf(charts[0]?.bars ?? [], "value")).toBe(values.visits);
  });

  it("REP-3 names what a plate was probably misread of, and prefers the correction of a person", async () => {
    await sql`
      insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
        "plateNormalized", "gateId", "gateName", "isGranted", reason, listing, trace, "fullImage")
      select nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', ${weeks.from}, ${weeks.from}, 'Misreads', '1',
        plate, plate, plate, ${gateIds.N[0]}, 'In 1', false, '', 'gate', '{"candidates": []}', ${`20261018-${"a".repeat(64)}`}
      from unnest(${["KAO1AB1234", "CORRECTED1"]}::text[]) plate`.execute(db);
    await site.plate("KA-01-AB-1234", { ownerName: "Ada" });
    const event = await db.selectFrom("events").select("id").where("lp", "=", "CORRECTED1").executeTakeFirstOrThrow();
    await server.call("POST /events/{module}/{id}/correct", {
      params: { module: "ac", id: event.id },
      body: { plate: "CORRECT 1" },
    });
    const rows = await site.rows(type, { from: weeks.from, to: "2026-10-18T00:00:01+02:00" });
    await db.deleteFrom("events").where("sourceName", "=", "Misreads").execute();
    const misreads = Object.fromEntries(rows.map(({ plate, misreadOf }) => [plate, misreadOf]));
    expect(misreads).toMatchObject({ KAO1AB1234: "KA-01-AB-1234 (Ada)", CORRECTED1: "CORRECT 1" });
    expect(rows[0]?.lastPicture).toMatch(/^\/api\/event-images\//);
  });
});

describe("the report of unregistered tags", () => {
  const type = "UNREGISTERED_RFID_VEHICLE_ACCESS";

  it("REP-3 has the tags that no identifier has, and one that was probably registered wrongly", async () => {
    const reader = await site.reader("Tag reader");
    await site.create("POST /gates", samples.gate({ name: "Tag gate", sensorId: reader.id }));
    await site.settle();
    await site.tag("E2000001", "TAG 1");
    await site.tag("E20000O2", "TAG 2");
    const now = server.clock.now().getTime();
    const push = (id: string, tag: string) =>
      site.push(reader, { type: "tag", id, tag }, `/api/ingest/sensor-${reader.id}`);
    for (const [id, tag] of [
      ["1", "E2000001"],
      ["2", "E2000002"],
      ["3", "E2999999"],
    ] as const)
      await push(id, tag);
    const today = { from: new Date(now - 60_000).toISOString(), to: new Date(now + 3_600_000).toISOString() };
    expect(await site.rows(type, today)).toMatchObject([
      { tag: "E2000002", visits: 1, gates: "Tag gate", decisions: "Denied: 1", misreadOf: "E20000O2" },
      { tag: "E2999999", visits: 1, misreadOf: null },
    ]);
    expect(await site.totals(type, today)).toMatchObject({ count: 2, values: { vehicles: 2, visits: 2, denied: 2 } });
    expect(await site.totals("REGISTERED_VEHICLE_ACCESS", today)).toMatchObject({ count: 1 });
  });
});

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
    const { token } = await createPeople(server).signIn({ role: "manager", gateIds: [gateIds.X[0]] });
    expect((await site.page("OSD", day, token)).status).toBe(403);
  });
});

describe("the Operator Portal Access Report", () => {
  const type = "OPERATOR_PORTAL_ACCESS";
  const now = server.clock.now().getTime();
  const today = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 3_600_000).toISOString() };

  it("REP-3 has each action with its object, before and after, equal to an independent count", async () => {
    await server.login("a wrong password");
    const { token } = (await server.login(ownPassword)).body;
    await server.app.inject({ url: "/api/events/ac/export", headers: { authorization: `Bearer ${token}` } });
    const lane = await site.create<{ id: number }>("POST /lanes", samples.lane({ name: "Old name" }));
    await server.call("PUT /lanes/{id}", { params: { id: lane.id }, body: samples.lane({ name: "New name" }) });
    const { rows: counted } = await sql<{ action: string; count: number }>`
      select action, count(*)::integer as count from audit_log where at >= ${today.from}::timestamptz
        and at < ${today.to}::timestamptz group by 1`.execute(db);
    const countOf = (...actions: string[]) =>
      sumOf(
        counted.filter(({ action }) => actions.includes(action)),
        "count",
      );
    const rows = await site.rows(type, today, 7);
    expect(rows.length).toBe(sumOf(counted, "count"));
    expect(await site.totals(type, today)).toMatchObject({
      count: rows.length,
      values: {
        entries: rows.length,
        signIns: countOf("sign-in"),
        failures: countOf("sign-in-failed"),
        exports: countOf("export"),
        changes: countOf("insert", "update", "delete", "import", "permission"),
      },
    });
    expect(countOf("sign-in-failed")).toBeGreaterThan(0);
    expect(countOf("export")).toBeGreaterThan(0);
    expect(rows.find(({ after }) => after === "name: New name")).toMatchObject({
      person: "admin",
      action: "Changed",
      object: 'lane "New name"',
      before: "name: Old name",
      address: "127.0.0.1",
    });
    expect(await site.streamed(type, today.from, today.to)).toEqual(rows);
  });

  it("REP-2 is filtered by person", async () => {
    const { username } = await createPeople(server).signIn({ role: "auditor" });
    const rows = await site.rows(type, { ...today, person: username.toUpperCase() });
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ person }) => person))).toEqual(new Set([username]));
  });

  it("ROLE-1 needs the permission for the audit trail", async () => {
    const { token } = await createPeople(server).signIn({ role: "manager" });
    expect((await site.page(type, today, token)).status).toBe(403);
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
