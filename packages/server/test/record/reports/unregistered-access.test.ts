import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { generatePastTraffic } from "@gatehouse/simulator/history/past-traffic";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { storePastTraffic } from "../../access/back-tests/past-month.ts";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";
import { reportSite, sumOf } from "./report-site.ts";

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
