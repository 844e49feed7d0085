import type { Opening, OverviewFigure } from "@gatehouse/contract/entities/overview";
import { beforeEach, describe, expect, it } from "vitest";
import { addUpCounts, followStays } from "../../../src/record/overview/overview-jobs.ts";
import { download } from "../../access/identifiers/multipart.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { createPeople } from "../../people/users/people.ts";
import { overviewOf } from "./past-site.ts";

const site = await engineSite();
const { server, db } = site;
const overview = overviewOf(site);

/** Longer than the passage time of a gate, and than the time in which a plate may be corrected. */
const passageMs = 35_000;
let from = server.clock.now();
const until = () => new Date(server.clock.now().getTime() + 60_000);

beforeEach(() => {
  server.clock.advance(passageMs);
  from = server.clock.now();
});

/** The values of figures since the test began, after everything was followed and added up. */
async function values(...names: OverviewFigure["name"][]): Promise<(number | null | undefined)[]> {
  server.clock.advance(passageMs);
  while (await followStays(server.services));
  while (await addUpCounts(server.services));
  const loaded = await overview.load(from, until());
  const compared = await overview.compare(loaded);
  expect(compared.map(({ opened }) => opened)).toEqual(compared.map(({ count }) => count));
  return names.map((name) => loaded.figures.find((figure) => figure.name === name)?.value);
}

const gate = async (values: Record<string, unknown> = {}) => site.plateGate((await relayForTest()).port, values);

describe("a vehicle", () => {
  it("OPS-2 that is read twice, and by plate and tag, enters once", async () => {
    const reader = await site.reader("Second reader");
    const entry = await gate({ name: "Entry", sensorId: reader.id });
    await site.plate("ONE 1");
    await site.tag("E200 9999", "ONE 1");
    await site.settle();
    for (const _ of [1, 2]) await site.push(entry, site.plateEvent("ONE1"));
    await site.push(reader, { type: "tag", id: "t1", tag: "E2009999" }, `/api/ingest/sensor-${reader.id}`);
    expect(await values("entries", "exits", "deniedShare")).toEqual([1, 0, 0]);
  });

  it("OPS-1 that is denied and admitted within 5 minutes is a false-deny candidate", async () => {
    const entry = await gate({ name: "Strict entry" });
    await site.push(entry, site.plateEvent("LATER1"));
    await site.push(entry, site.plateEvent("NEVER1"));
    server.clock.advance(60_000);
    await site.plate("LATER 1");
    await site.push(entry, site.plateEvent("LATER1"));
    expect(await values("falseDenials", "entries")).toEqual([1, 1]);
  });

  it("OPS-1 whose exit or entry was missed is unpaired, and one that left has a dwell time", async () => {
    const entry = await gate({ name: "Pair entry" });
    const exit = await gate({ name: "Pair exit", type: "X" });
    for (const plate of ["STAY 1", "TWICE 1", "GHOST 1"]) await site.plate(plate);
    for (const plate of ["STAY1", "TWICE1"]) await site.push(entry, site.plateEvent(plate));
    server.clock.advance(120_000);
    await site.push(entry, site.plateEvent("TWICE1"));
    for (const plate of ["STAY1", "GHOST1"]) await site.push(exit, site.plateEvent(plate));
    expect(await values("unpairedEntries", "unpairedExits", "overstays")).toEqual([1, 1, 0]);
    const median = await overview.figure(from, until(), "dwellMedian");
    expect(median).toMatchObject({ value: expect.closeTo(2, 0), events: [{ count: 1, query: { figure: "stays" } }] });
  });

  it("OPS-1 that entered longer ago than the maximum stay overstays", async () => {
    const entry = await gate({ name: "Long entry" });
    await site.plate("LONG 1");
    await site.push(entry, site.plateEvent("LONG1"));
    server.clock.advance(passageMs);
    while (await followStays(server.services));
    await db
      .updateTable("events")
      .set({ occurredAt: new Date(from.getTime() - 25 * 3_600_000) })
      .where("plateNormalized", "=", "LONG1")
      .execute();
    await db
      .updateTable("stays")
      .set({ enteredAt: new Date(from.getTime() - 25 * 3_600_000) })
      .where("vehicle", "=", "LONG1")
      .execute();
    expect(await values("overstays")).toEqual([1]);
    await site.configure("maxStayHours", 48);
    expect(await values("overstays")).toEqual([0]);
  });

  it("OPS-1 whose barrier did not open is a barrier failure", async () => {
    const broken = await site.plateGate((await relayForTest("refuses")).port, { name: "Broken" });
    await site.plate("STUCK 1");
    await site.push(broken, site.plateEvent("STUCK1"));
    await poll(async () => {
      expect(await overview.figure(from, until(), "barrierFailures")).toMatchObject({ value: 1 });
    });
    expect(await values("barrierFailures", "entries")).toEqual([1, 1]);
  });

  it("OPS-1 whose command was stored as failed is a barrier failure", async () => {
    const entry = await gate({ name: "Stored failure" });
    await site.plate("STORED 1");
    await site.push(entry, site.plateEvent("STORED1"));
    const event = await db
      .selectFrom("events")
      .select("id")
      .where("plateNormalized", "=", "STORED1")
      .executeTakeFirstOrThrow();
    const at = server.clock.now();
    const target = { targetKind: "boomBarrier", targetId: 1, targetName: "Barrier", payload: "{}" };
    const row = { ...target, kind: "open", state: "unmoved", at, expiresAt: at, endedAt: at, eventId: event.id };
    await db.insertInto("commands").values(row).execute();
    expect(await values("barrierFailures")).toEqual([1]);
  });

  it.each(["sensorId", "loopId"] as const)(
    "OPS-1 OPS-2 that a loop (%s) counts and the camera misses lowers the read rate, also of a gate that is wired later",
    async (wire) => {
      const { id } = await site.create("POST /sensors", samples.loop({ name: `Rate loop ${wire}` }));
      const { body } = await server.call<{ secret: string }>("GET /sensors/{id}/ingest", { params: { id } });
      const entry = await gate({ name: `Rate gate ${wire}` });
      const rewire = (sensorId: number | null) =>
        db
          .updateTable("gates")
          .set({ [wire]: sensorId })
          .where("id", "=", entry.gateId)
          .execute();
      await rewire(id);
      await site.settle();
      await site.push(entry, site.plateEvent(`RATE ${wire}`));
      for (const pulse of ["a", "b"])
        await site.push({ id, secret: body.secret }, { type: "loop", id: pulse }, `/api/ingest/sensor-${id}`);
      expect(await values("readRate")).toEqual([0.5]);
      await rewire(null);
      expect(await values("readRate")).toEqual([null]);
      await rewire(id);
      expect(await values("readRate")).toEqual([0.5]);
      await rewire(null);
    },
  );

  it("OPS-2 whose direction a later report corrects moves from entries to exits", async () => {
    const entry = await gate({ name: "Corrected" });
    await site.plate("TURN 1");
    await site.push(entry, site.plateEvent("TURN1"));
    expect(await values("entries", "exits")).toEqual([1, 0]);
    await db.updateTable("events").set({ direction: "X" }).where("plateNormalized", "=", "TURN1").execute();
    expect(await values("entries", "exits")).toEqual([0, 1]);
  });
});

describe("manual openings", () => {
  it("OPS-1 OPS-2 are counted by person and listed, to people who are limited to gates only their own", async () => {
    const [one, other] = [await gate({ name: "Hand 1" }), await gate({ name: "Hand 2" })];
    const people = createPeople(server);
    const guard = await people.signIn({ role: "guard", gateIds: [one.gateId] });
    const open = (id: number, token?: string) =>
      server.call("POST /gates/{id}/open", { params: { id }, body: { reason: "Delivery" } }, token);
    await open(one.gateId, guard.token);
    await open(other.gateId);
    const loaded = await overview.load(from, until());
    expect(loaded.openings).toEqual([
      { by: "admin", count: 1 },
      { by: guard.username, count: 1 },
    ]);
    expect(loaded.figures).toContainEqual(expect.objectContaining({ name: "manualOpenings", value: 2 }));
    const query = { from: from.toISOString() };
    const list = await server.call<{ data: Opening[] }>("GET /overview/openings", { query });
    expect(list.body.data).toMatchObject([
      { gateName: "Hand 2", by: "admin", reason: "Delivery" },
      { gateName: "Hand 1", by: guard.username },
    ]);
    const exported = await download(server, "GET", `/overview/openings/export?from=${from.toISOString()}`);
    expect(exported.body.split("\r\n").slice(0, 2)).toEqual([
      "id,time,person,gate,barrier,reason,result,event,vehicle",
      expect.stringMatching(/^\d+,[^,]+,admin,Hand 2,[^,]*,Delivery,/),
    ]);
    const own = await server.call<{ data: Opening[] }>("GET /overview/openings", { query }, guard.token);
    expect(own.body.data).toMatchObject([{ gateName: "Hand 1" }]);
    expect((await overviewOf(site, guard.token).load(from, until())).openings).toEqual([
      { by: guard.username, count: 1 },
    ]);
  });

  it("OPS-2 through an event name it, with its vehicle and its picture", async () => {
    const entry = await gate({ name: "Event gate" });
    await site.push(entry, site.plateEvent("GUEST 1"));
    const event = await db
      .updateTable("events")
      .set({ fullImage: `20261101-${"0".repeat(64)}` })
      .where("plateNormalized", "=", "GUEST1")
      .returning("id")
      .executeTakeFirstOrThrow();
    const params = { module: "anpr-ac", id: event.id };
    await server.call("POST /events/{module}/{id}/open", { params, body: { reason: "Visitor" } });
    const query = { from: from.toISOString() };
    const list = await server.call<{ data: Opening[] }>("GET /overview/openings", { query });
    expect(list.body.data).toMatchObject([
      {
        eventId: event.id,
        eventModule: "ANPR_ACCESS_CONTROL",
        vehicle: "GUEST1",
        fullImage: expect.stringMatching(/^\/api\/event-images\/./),
      },
    ]);
    const exported = await download(server, "GET", `/overview/openings/export?from=${from.toISOString()}`);
    expect(exported.body.split("\r\n")[1]).toMatch(
      new RegExp(`^\\d+,[^,]+,admin,Event gate,[^,]*,Visitor,[^,]+,${event.id},GUEST1$`),
    );
  });
});
