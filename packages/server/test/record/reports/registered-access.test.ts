import { generatePastTraffic } from "@gatehouse/simulator/history/past-traffic";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { storePastTraffic } from "../../access/back-tests/past-month.ts";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { samples } from "../../gate/site/samples.ts";
import { poll } from "../../intake/ingest/ingest-site.ts";
import { createPeople } from "../../people/users/people.ts";
import { reportSite } from "./report-site.ts";

const type = "REGISTERED_VEHICLE_ACCESS";
const site = await reportSite("Europe/Berlin");
const { server, db } = site;
const relay = await fakeRelay("well");
afterAll(() => relay.close());

/** A week in which the clocks change, on the 25th. */
const week = { from: "2026-10-20T00:00:00+02:00", to: "2026-10-27T00:00:00+01:00" };
const gate = async (name: string, kind: "N" | "X") =>
  (await site.create("POST /gates", samples.gate({ name, type: kind }))).id;
const gateIds = { N: [await gate("In 1", "N"), await gate("In 2", "N")], X: [await gate("Out", "X")] };
const traffic = generatePastTraffic({
  seed: 5,
  start: new Date(week.from),
  days: 7,
  passagesPerDay: 90,
  entries: 2,
  exits: 1,
});
await storePastTraffic(db, traffic, gateIds);
const registered = new Set(traffic.vehicles.flatMap(({ plate, kind }) => (kind === "unknown" ? [] : [plate])));

/** Counts without the conditions of the report: by the registered plates instead of the traces of decisions. */
async function countBySql(from: string, to: string, condition = sql`true`) {
  const { rows } = await sql<Record<string, number>>`
    with access as (
      select e.*, i.id as identifier from events e join identifiers i on i."iidNormalized" = e."plateNormalized"
      where e.module = 'ANPR_ACCESS_CONTROL' and e."occurredAt" >= ${from}::timestamptz and e."occurredAt" < ${to}::timestamptz
        and e."passageOf" is null
    )
    select count(*)::integer as passages, count(distinct "plateNormalized")::integer as vehicles,
      coalesce(sum(("isGranted")::integer), 0)::integer as granted,
      coalesce(sum((not "isGranted")::integer), 0)::integer as denied, 
      coalesce(sum(("isGranted" and direction = 'N')::integer), 0)::integer as entries,
      coalesce(sum(("isGranted" and direction = 'X')::integer), 0)::integer as exits
    from access where ${condition}`.execute(db);
  return rows[0] ?? {};
}

describe("the rows of past traffic", () => {
  it("REP-3 and the totals equal an independent count, on pages, in one stream and as a number", async () => {
    const counted = await countBySql(week.from, week.to);
    expect(counted.passages).toBeGreaterThan(300);
    const [paged, streamed, totals] = [
      await site.rows(type, week, 100),
      await site.streamed(type, week.from, week.to),
      await site.totals(type, week),
    ];
    expect(paged.length).toBe(counted.passages);
    expect(streamed.map(({ gateId: _, ...row }) => row)).toEqual(paged);
    expect(totals.count).toBe(counted.passages);
    expect(totals.values).toMatchObject(counted);
    expect(new Set(paged.map(({ event }) => event)).size).toBe(paged.length);
    expect(paged.filter(({ plateRead }) => !registered.has(String(plateRead)))).toEqual([]);
    const instants = paged.map(({ time }) => Date.parse(String(time)));
    expect(instants).toEqual([...instants].sort((one, other) => one - other));
  });

  it.each([
    ["gate", () => ({ gateId: gateIds.N[1] }), () => sql`"gateId" = ${gateIds.N[1]}`],
    ["direction", () => ({ direction: "X" }), () => sql`direction = 'X'`],
    ["vehicle type", () => ({ vehicleType: "CAR" }), () => sql`"vehicleType" = 'CAR'`],
    ["vehicle type without vehicles", () => ({ vehicleType: "TRUCK" }), () => sql`false`],
    [
      "owner",
      () => ({ person: "ada l" }),
      () => sql`identifier in (select id from identifiers where "ownerName" = 'Ada Lovelace')`,
    ],
  ])("REP-2 are filtered by %s", async (_, query, condition) => {
    await sql`update identifiers set "ownerName" = 'Ada Lovelace' where id % 5 = 0`.execute(db);
    const counted = await countBySql(week.from, week.to, condition());
    const found = await site.totals(type, { ...week, ...query() });
    expect(found.values).toMatchObject(counted);
    expect((await site.rows(type, { ...week, ...query() })).length).toBe(counted.passages);
  });

  it("REP-2 are filtered by the group of the vehicle at that time, not by the present one", async () => {
    const staff = await db
      .selectFrom("access_groups")
      .select("id")
      .where("name", "=", "Staff")
      .executeTakeFirstOrThrow();
    const members = sql`identifier in (select "identifierId" from identifier_group_changes where "groupId" = ${staff.id} and "isMember")`;
    const counted = await countBySql(week.from, week.to, members);
    await db.deleteFrom("identifier_groups").where("groupId", "=", staff.id).execute();
    const query = { ...week, groupId: staff.id };
    expect(counted.passages).toBeGreaterThan(20);
    expect((await site.totals(type, query)).values).toMatchObject(counted);
    expect(new Set((await site.rows(type, query)).map(({ groups }) => groups))).toEqual(new Set(["Staff"]));
  });

  it("REP-3 include the first moment of a period and not its end, in both hours of a clock change", async () => {
    const [{ id: plateId } = { id: 0 }] = await db.selectFrom("identifiers").select("id").limit(1).execute();
    const moments = [
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T00:30:00.000Z",
      "2026-10-25T01:30:00.000Z",
      "2026-10-25T23:00:00.000Z",
    ];
    await sql`
      insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
        "plateNormalized", direction, "gateId", "gateName", "isGranted", reason, "identifierId", listing)
      select nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'PROCESSED', 'live', at, at, 'Clock change', '1', 'DST 1', 'DST 1',
        'DST1', 'N', ${gateIds.N[0]}, 'In 1', true, '', ${plateId}, 'gate' from unnest(${moments}::timestamptz[]) at`.execute(
      db,
    );
    const day = { from: "2026-10-25T00:00:00+02:00", to: "2026-10-26T00:00:00+01:00" };
    const found = (await site.rows(type, day)).filter(({ plateRead }) => plateRead === "DST 1");
    await db.deleteFrom("events").where("sourceName", "=", "Clock change").execute();
    expect(found.map(({ time }) => time)).toEqual([
      "2026-10-25T00:00:00.000+02:00",
      "2026-10-25T02:30:00.000+02:00",
      "2026-10-25T02:30:00.000+01:00",
    ]);
  });

  it("ROLE-3 are those of the gates of a limited person, also if another gate is asked for", async () => {
    const [own = 0, other] = gateIds.N;
    const { token } = await createPeople(server).signIn({ role: "manager", gateIds: [own] });
    const counted = await countBySql(week.from, week.to, sql`"gateId" = ${own}`);
    expect((await site.rows(type, week, 500, token)).length).toBe(counted.passages);
    expect((await site.totals(type, week, token)).values).toMatchObject(counted);
    expect(await site.rows(type, { ...week, gateId: other }, 500, token)).toEqual([]);
    expect(await site.totals(type, { ...week, gateId: other }, token)).toMatchObject({ count: 0 });
  });
});

const today = () => {
  const now = server.clock.now().getTime();
  return { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 3_600_000).toISOString() };
};
const rowOf = async (plate: string) => (await site.rows(type, today())).find((row) => row.plateRead === plate);

describe("a row", () => {
  it("REP-3 has what was read, what matched, and that the barrier confirmed", async () => {
    const entry = await site.plateGate(relay.port, { name: "Main" });
    const { id: groupId } = await site.add("groups", { name: "Board" });
    const id = await site.register("KA-01 AB 1234", [groupId]);
    await db.updateTable("identifiers").set({ ownerName: "Grace", orgName: "Navy" }).where("id", "=", id).execute();
    await site.push(entry, site.plateEvent("ka01ab1234", { confidence: 0.93 }));
    await poll(async () =>
      expect(await rowOf("ka01ab1234")).toMatchObject({
        gate: "Main",
        direction: "Entry",
        plateMatched: "KA-01 AB 1234",
        tag: null,
        confidence: 0.93,
        vehicle: "Car",
        owner: "Grace",
        organisation: "Navy",
        groups: "Board",
        decision: "Granted",
        barrier: "Confirmed",
        operator: null,
        event: expect.stringMatching(/^anpr-ac\/\d+$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/),
      }),
    );
  });

  it("REP-3 of a registered vehicle that was denied has the person who opened, and why", async () => {
    const entry = await site.plateGate(relay.port, { name: "Side" });
    const past = new Date(server.clock.now().getTime() - 86_400_000);
    await site.plate("EXPIRED 1", { validTo: past, ownerName: "Late Owner" });
    const { id } = await site.read(entry, "EXPIRED1");
    const opened = await server.call("POST /events/{module}/{id}/open", {
      params: { module: "ac", id },
      body: { reason: "Knows the driver" },
    });
    expect(opened.status, JSON.stringify(opened.body)).toBeLessThan(300);
    expect(await rowOf("EXPIRED1")).toMatchObject({
      plateMatched: "EXPIRED 1",
      owner: "Late Owner",
      decision: "Denied",
      reason: expect.stringMatching(/^Expired on \d{4}-\d\d-\d\d \d\d:\d\d$/),
      operator: "admin",
      operatorReason: "Knows the driver",
    });
  });

  it("REP-3 LIVE-11 of a granted vehicle says that the barrier did not open", async () => {
    const failing = await fakeRelay("refuses");
    const entry = await site.plateGate(failing.port, { name: "Stuck" });
    await site.register("STUCK 1");
    await site.push(entry, site.plateEvent("STUCK1"));
    await poll(async () =>
      expect(await rowOf("STUCK1")).toMatchObject({ decision: "Granted, barrier did not open", barrier: "Rejected" }),
    );
    await failing.close();
  });

  it("REP-3 of one passage has the plate and the tag that were both read", async () => {
    const reader = await site.reader("Both reader");
    const entry = await site.plateGate(relay.port, { name: "Both", sensorId: reader.id });
    await site.tag("E200 9000", "BOTH 1");
    await site.register("BOTH 1");
    await site.push(entry, site.plateEvent("BOTH1"));
    await site.push(reader, { type: "tag", id: "both-1", tag: "E2009000" }, `/api/ingest/sensor-${reader.id}`);
    const found = (await site.rows(type, today())).filter(({ gate: at }) => at === "Both");
    expect(found).toMatchObject([{ plateRead: "BOTH1", tag: "E2009000", plateMatched: "BOTH 1" }]);
  });

  it("REP-3 of an unregistered vehicle is not in this report", async () => {
    const entry = await site.plateGate(relay.port, { name: "Unknown" });
    await site.read(entry, "NOBODY1");
    expect(await rowOf("NOBODY1")).toBeUndefined();
  });
});

describe("a request", () => {
  it.each([
    ["an end before its start", { from: week.to, to: week.from }, "to"],
    ["no start", { to: week.to }, "from"],
    ["a limit above the maximum", { ...week, limit: 501 }, "limit"],
    ["an unknown direction", { ...week, direction: "Q" }, "direction"],
    ["an unknown vehicle type", { ...week, vehicleType: "UFO" }, "vehicleType"],
  ])("REP-2 with %s is refused at its field", async (_, query, path) => {
    expect(await site.page(type, query)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("REP-2 with the cursor of another period is refused", async () => {
    const { body } = await site.page(type, { ...week, limit: 1 });
    const query = { ...week, to: "2026-10-26T00:00:00+01:00", cursor: body.next };
    expect(await site.page(type, query)).toMatchObject({ status: 400, body: { code: "cursor/invalid" } });
  });

  it("REP-2 with a filter that the type lacks is refused with a message", async () => {
    expect(await site.page("OSD", { ...week, gateId: 1, direction: "N" })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { path: "gateId", message: "The OSD Report has no filter by gate" },
          { path: "direction", message: "The OSD Report has no filter by direction" },
        ],
      },
    });
  });

  it.each(["NO_SUCH_REPORT", "registered", "12"])("REP-2 for the type %s is refused", async (unknown) => {
    expect([400, 404]).toContain((await site.page(unknown, week)).status);
  });

  it("REP-2 for a type that is not enabled is refused, and for the Bulk Report too", async () => {
    expect(await site.page("BULK", week)).toMatchObject({ status: 409, body: { code: "report/file-only" } });
    await site.enable(["OSD"]);
    const [page, totals] = [
      await site.page(type, week),
      await server.call("GET /reports/{type}/totals", { params: { type }, query: week }),
    ];
    await site.enable([type]);
    expect([page, totals]).toMatchObject([
      { status: 409, body: { code: "report/not-enabled" } },
      { status: 409, body: { code: "report/not-enabled" } },
    ]);
  });

  it("REP-2 ROLE-1 needs the permission for reports", async () => {
    const { token } = await createPeople(server).signIn({ role: "guard" });
    expect((await site.page(type, week, token)).status).toBe(403);
  });
});
