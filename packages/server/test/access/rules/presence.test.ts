import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { confirmDuePassages } from "../../../src/access/rules/confirm-passages.ts";
import { samples } from "../../gate/site/samples.ts";
import { poll } from "../../intake/ingest/ingest-site.ts";
import { download } from "../identifiers/multipart.ts";
import { accessSite, passageMs } from "./access-site.ts";

const site = await accessSite();
const past = new Date("2026-01-01T00:00:00Z");
const { server } = site;

const inside = async (vehicle: string) => (await site.list("presence")).filter((row) => row.vehicle === vehicle);

/** An area with an entry and an exit. */
async function deck(name: string, capacity: number | null = null) {
  const { id: areaId } = await site.add("areas", { name, capacity });
  const entry = await site.gate({ name: `${name} entry`, toAreaId: areaId });
  const exit = await site.gate({ name: `${name} exit`, type: "X", fromAreaId: areaId });
  return { areaId, entry, exit };
}

/** Only this rule applies, at the gates of an area. */
async function onlyRule(values: Record<string, unknown>): Promise<void> {
  for (const { id } of await site.list("rules")) await site.remove("rules", id);
  await site.add("rules", { name: "Only", effect: "allow", ...values });
  await site.remove("rules", (await site.list("rules"))[0]?.id ?? 0);
}

describe("presence", () => {
  it("RULE-4 AUD-1 is exported as CSV with areas and local times, and the export is recorded", async () => {
    const { id: areaId } = await site.add("areas", { name: "Roll call" });
    const { id } = await site.add("presence", { vehicle: "ROLL 1", areaId });
    const { body } = await download(server, "GET", "/access/presence/export");
    expect(body).toMatch(/^vehicle,name,area,since,event\r\n/);
    expect(body).toMatch(/^ROLL1,,Roll call,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d,\r$/m);
    const audit = await server.call<{ data: unknown[] }>("GET /audit", { query: { entity: "access_presence" } });
    expect(audit.body.data[0]).toMatchObject({ user: "admin", action: "export" });
    await site.remove("presence", id);
  });

  it("RULE-4 changes when the passage is confirmed, and anti-passback denies a second entry until it is forgiven", async () => {
    const { areaId, entry, exit } = await deck("Deck A");
    await onlyRule({ antiPassback: "hard" });
    await site.register("APB 1");
    const { id } = await site.read(entry, "APB1");
    expect(await inside("APB1")).toEqual([]);
    await site.confirm();
    expect(await inside("APB1")).toMatchObject([{ areaId, eventId: id }]);
    expect(await site.read(entry, "APB1")).toMatchObject({ isGranted: false, reasonCode: "deny.passback" });
    const [row] = await inside("APB1");
    const forgiven = await server.call("PUT /access/presence/{id}", {
      params: { id: row?.id ?? 0 },
      body: { vehicle: "APB1", areaId, isForgiven: true },
    });
    expect(forgiven.body).toMatchObject({ isForgiven: true, eventId: id });
    const audit = await server.call<{ data: unknown[] }>("GET /audit", {
      query: { entity: "access_presence", entityId: String(row?.id) },
    });
    expect(audit.body.data[0]).toMatchObject({
      user: "admin",
      action: "update",
      before: { isForgiven: false },
      after: { isForgiven: true },
    });
    server.clock.advance(passageMs);
    expect(await site.read(entry, "APB1")).toMatchObject({ isGranted: true });
    await site.confirm();
    expect(await inside("APB1")).toMatchObject([{ isForgiven: false }]);
    expect(await site.read(entry, "APB1")).toMatchObject({ reasonCode: "deny.passback" });
    server.clock.advance(passageMs);
    expect(await site.read(exit, "APB1")).toMatchObject({ isGranted: true });
    await site.confirm();
    expect(await inside("APB1")).toEqual([]);
  });

  it("RULE-4 is confirmed by a read at another gate before the passage time is over", async () => {
    const { areaId, entry, exit } = await deck("Deck B");
    await site.register("OPP 1");
    await site.read(entry, "OPP1");
    expect(await inside("OPP1")).toEqual([]);
    await site.read(exit, "OPP1");
    expect(await inside("OPP1")).toMatchObject([{ areaId }]);
    await site.confirm();
    expect(await inside("OPP1")).toEqual([]);
  });

  it("RULE-4 is confirmed by the loop of the gate", async () => {
    const { areaId, entry } = await deck("Deck F");
    const { id } = await site.create("POST /sensors", samples.loop({ name: "Deck F loop" }));
    const { body } = await server.call<{ secret: string }>("GET /sensors/{id}/ingest", { params: { id } });
    await site.db.updateTable("gates").set({ sensorId: id }).where("id", "=", entry.gateId).execute();
    await site.settle();
    await site.register("LOOP 1");
    await site.read(entry, "LOOP1");
    expect(await inside("LOOP1")).toEqual([]);
    const pulse = { type: "loop", id: "deck-f-1", at: server.clock.now().toISOString() };
    const response = await site.push({ id, secret: body.secret }, pulse, `/api/ingest/sensor-${id}`);
    expect(response.statusCode, response.body).toBe(200);
    expect(await inside("LOOP1")).toMatchObject([{ areaId }]);
  });

  it("RULE-5 a full deck denies visitors, admits residents by quota, and reopens two places below its capacity", async () => {
    const { areaId, entry, exit } = await deck("Deck C", 3);
    const { id: groupId } = await site.add("groups", { name: "Deck residents" });
    await onlyRule({ areaId });
    await site.add("rules", { name: "Quota", effect: "allow", groupId, areaId, quota: 1 });
    for (const plate of ["CAP 1", "CAP 2", "CAP 3", "CAP 4"]) await site.register(plate);
    await site.register("HOME 1", [groupId]);
    for (const plate of ["CAP1", "CAP2", "CAP3"])
      expect(await site.read(entry, plate)).toMatchObject({ isGranted: true });
    expect(await site.read(entry, "CAP4")).toMatchObject({
      isGranted: false,
      reasonCode: "deny.area-full",
      reason: "Deck C is full: 3 of 3 places are taken",
    });
    await site.confirm();
    expect(await site.read(entry, "HOME1")).toMatchObject({ isGranted: true });
    await site.confirm();
    for (const plate of ["HOME1", "CAP1"]) await site.read(exit, plate);
    await site.confirm();
    expect(await site.read(entry, "CAP4")).toMatchObject({ reasonCode: "deny.area-full" });
    await site.read(exit, "CAP2");
    await site.confirm();
    expect(await site.read(entry, "CAP4")).toMatchObject({ isGranted: true });
  });

  it("RULE-5 the counts of areas follow every change of presence", async () => {
    const [one, two] = [await deck("Counted A"), await deck("Counted B")];
    const { id: groupId } = await site.add("groups", { name: "Counted" });
    await onlyRule({});
    await site.register("CNT 1", [groupId]);
    await site.register("CNT 2");
    const counts = async () => {
      const { rows } = await sql<{ areaId: number; groupId: number; count: number }>`
        select "areaId", "groupId", count from access_area_counts
        where "areaId" in (${one.areaId}, ${two.areaId}) and count <> 0 order by 1, 2`.execute(site.db);
      return rows.map((row) => [row.areaId, row.groupId, row.count]);
    };
    for (const plate of ["CNT1", "CNT2"]) await site.read(one.entry, plate);
    expect(await counts()).toEqual([]);
    await site.confirm();
    expect(await counts()).toEqual([
      [one.areaId, 0, 2],
      [one.areaId, groupId, 1],
    ]);
    await site.read(two.entry, "CNT1");
    await site.confirm();
    expect(await counts()).toEqual([
      [one.areaId, 0, 1],
      [two.areaId, 0, 1],
      [two.areaId, groupId, 1],
    ]);
    const [row] = await inside("CNT2");
    await site.remove("presence", row?.id ?? 0);
    await site.read(two.exit, "CNT1");
    await site.confirm();
    expect(await counts()).toEqual([]);
  });

  it("RULE-4 several passages of a vehicle that are confirmed together leave it where the last one led", async () => {
    const { areaId, entry, exit } = await deck("Deck G");
    await site.register("FAST 1");
    const [first, second] = [await site.read(entry, "FAST1"), await site.read(exit, "FAST1")];
    const hold = { gateId: entry.gateId, vehicle: "FAST1", module: "ANPR_ACCESS_CONTROL", groupIds: [], dueAt: past };
    await site.db.deleteFrom("passage_holds").execute();
    await site.db.deleteFrom("access_presence").where("vehicle", "=", "FAST1").execute();
    const at = (seconds: number) => new Date(past.getTime() + seconds * 1_000);
    const [entering, leaving] = [
      { ...hold, eventId: first.id, direction: "N", toAreaId: areaId, at: at(1) },
      { ...hold, eventId: second.id, direction: "X", fromAreaId: areaId, at: at(2) },
    ];
    await site.db.insertInto("passage_holds").values([entering, leaving]).execute();
    expect(await confirmDuePassages(server.services)).toBe(2);
    expect(await inside("FAST1")).toEqual([]);
    await site.db
      .insertInto("passage_holds")
      .values([leaving, { ...entering, at: at(3) }])
      .execute();
    expect(await confirmDuePassages(server.services)).toBe(2);
    expect(await inside("FAST1")).toMatchObject([{ areaId, eventId: first.id }]);
  });

  it("RULE-4 a person marks a vehicle as inside and as outside, with a clear message for a second one", async () => {
    const { id: areaId } = await site.add("areas", { name: "Deck D" });
    const { id } = await site.add("presence", { vehicle: "hand 1", areaId });
    expect(await inside("HAND1")).toMatchObject([{ areaId, eventId: null }]);
    const again = await server.call("POST /access/presence", { body: { vehicle: "HAND1", areaId } });
    expect(again).toMatchObject({ status: 409, body: { errors: [{ path: "vehicle" }] } });
    await site.remove("presence", id);
    expect(await inside("HAND1")).toEqual([]);
  });
});

describe("a pass", () => {
  const soon = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
  const pass = (lp: string, over: Record<string, unknown> = {}) =>
    site.add("passes", {
      lp,
      name: "Visitor",
      host: "Asha",
      validFrom: soon(-60_000),
      validTo: soon(86_400_000),
      ...over,
    });
  const used = async (id: number) => (await site.list("passes")).find((row) => row.id === id)?.used;

  it("PASS-1 opens its gates in its window", async () => {
    const gate = await site.gate({ name: "Visitor gate" });
    const other = await site.gate({ name: "Other gate" });
    await pass("VIS 1", { gateIds: [gate.gateId] });
    expect(await site.read(gate, "VIS1")).toMatchObject({ isGranted: true, reasonCode: "allow.pass" });
    expect(await site.read(other, "VIS1")).toMatchObject({ isGranted: false, reasonCode: "deny.not-valid" });
    expect(await site.whatIf(gate.gateId, "VIS1", { at: soon(2 * 86_400_000) })).toMatchObject({
      reasonCode: "deny.not-valid",
    });
    const empty = await server.call("POST /access/passes", {
      body: { name: "Nobody", validFrom: soon(0), validTo: soon(1) },
    });
    expect(empty).toMatchObject({ status: 400, body: { errors: [{ path: "lp", message: "Enter a plate or a tag" }] } });
  });

  it("PASS-2 is used up by one confirmed entry, and still lets the visitor out", async () => {
    const { entry, exit } = await deck("Deck E");
    const { id } = await pass("ONCE 1", { uses: 1 });
    await site.read(entry, "ONCE1");
    expect(await used(id)).toBe(0);
    await site.push(entry, site.plateEvent("ONCE1"));
    const reads = await site.db
      .selectFrom("events")
      .select(["isGranted", "trace"])
      .where("plateNormalized", "=", "ONCE1")
      .orderBy("id")
      .execute();
    expect(reads).toMatchObject([
      { isGranted: true, trace: { reasonCode: "allow.pass" } },
      { isGranted: true, trace: { reasonCode: "allow.repeated", nearestFix: null } },
    ]);
    await site.confirm();
    expect(await used(id)).toBe(1);
    expect(await site.read(entry, "ONCE1")).toMatchObject({ isGranted: false, reasonCode: "deny.no-uses" });
    expect(await site.read(exit, "ONCE1")).toMatchObject({ isGranted: true });
  });

  it("PASS-2 is used once although two gates read it at the same moment", async () => {
    const gates = await Promise.all([1, 2, 3, 4].map((number) => site.gate({ name: `Race ${number}` })));
    for (const round of [1, 2, 3, 4, 5]) {
      const { id } = await pass(`RACE ${round}`, { uses: 1 });
      await Promise.all(gates.map((gate) => site.push(gate, site.plateEvent(`RACE${round}`))));
      const events = await site.events<{ isGranted: boolean }>("ac", { search: `RACE${round}` });
      expect(events.map(({ isGranted }) => isGranted).sort()).toEqual([false, false, false, true]);
      await site.confirm();
      expect(await used(id)).toBe(1);
    }
  });

  it("PASS-2 is not used by a barrier that did not open", async () => {
    const gate = await site.plateGate(1, { name: "Broken gate" });
    const { id } = await pass("BROKE 1", { uses: 1 });
    expect(await site.read(gate, "BROKE1")).toMatchObject({ isGranted: true });
    await poll(async () => {
      const holds = await site.db
        .selectFrom("passage_holds")
        .select("eventId")
        .where("vehicle", "=", "BROKE1")
        .execute();
      expect(holds).toEqual([]);
    });
    await site.confirm();
    expect(await used(id)).toBe(0);
    expect(await site.read(gate, "BROKE1")).toMatchObject({ isGranted: true });
  });
});
