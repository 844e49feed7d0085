import type { Command } from "@gatehouse/contract/events/command";
import { describe, expect, it } from "vitest";
import { accessSite } from "../../access/rules/access-site.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";

const site = await accessSite();
const { server, db } = site;
const people = createPeople(server);
const guard = await people.signIn({ role: "guard" });

type Opened = Command[] & { code?: string; errors?: { path: string }[] };

const open = (id: number, body: Record<string, unknown> = {}, token = guard.token) =>
  server.call<Opened>(
    "POST /events/{module}/{id}/open",
    { params: { module: "anpr-ac", id }, body: { reason: "Flat 402", ...body } },
    token,
  );

const pulses = (heard: readonly string[]) => heard.filter((one) => one.endsWith("on")).length;

/** A gate with its own relay board, and the event of a plate that it denied. */
async function deniedAt(plate: string, gateValues: Record<string, unknown> = {}, manner?: "refuses") {
  const relay = await relayForTest(manner);
  const gate = await site.plateGate(relay.port, gateValues);
  const { id } = await site.read(gate, plate);
  return { relay, gate, id };
}

describe("a guard opens the gate of an event", () => {
  it("OPS-5 and the command, its author and the reason belong to the event", async () => {
    const { relay, gate, id } = await deniedAt("OPEN 1");
    const { status, body } = await open(id);
    expect([status, body]).toMatchObject([200, [{ kind: "open", state: "accepted", eventId: id }]]);
    expect(pulses(relay.heard)).toBe(1);
    const { commands, event } = await site.why("ac", id);
    expect(event).toMatchObject({ isGranted: false, letIn: { by: guard.username, reason: "Flat 402" } });
    expect(commands).toMatchObject([{ by: guard.username, reason: "Flat 402", state: "accepted" }]);
    const audited = db.selectFrom("audit_log").select("username").where("call", "=", "POST /events/{module}/{id}/open");
    expect(await audited.execute()).toEqual([{ username: guard.username }]);
    const activity = await server.call("GET /gates/{id}/activity", { params: { id: gate.gateId } });
    expect(activity.body).toMatchObject({ commands: [{ eventId: id, by: guard.username }] });
  });

  it("OPS-5 once, although two guards press at the same moment", async () => {
    const { relay, id } = await deniedAt("OPEN 2");
    const colleague = await people.signIn({ role: "guard" });
    const [one, other] = await Promise.all([open(id), open(id, {}, colleague.token)]);
    expect(one.body).toMatchObject([{ state: "accepted" }]);
    expect(other.body).toEqual(one.body);
    expect(pulses(relay.heard)).toBe(1);
  });

  it("OPS-5 with a command that expires after 10 s", async () => {
    const { id } = await deniedAt("OPEN 3");
    await open(id);
    const stored = await db
      .selectFrom("commands")
      .select(["at", "expiresAt"])
      .where("eventId", "=", id)
      .executeTakeFirstOrThrow();
    expect(Date.parse(stored.expiresAt) - Date.parse(stored.at)).toBe(10_000);
  });

  it("OPS-5 only while a vehicle is on the loop, unless the loop can't be read", async () => {
    const loop = await site.create("POST /sensors", samples.loop());
    const { relay, id } = await deniedAt("OPEN 4", { loopId: loop.id });
    const report = (isOccupied: boolean) =>
      db
        .insertInto("loop_states")
        .values({ sensorId: loop.id, isOccupied, since: server.clock.now() })
        .onConflict((conflict) => conflict.column("sensorId").doUpdateSet({ isOccupied }))
        .execute();
    await report(false);
    const rejected = await open(id);
    expect([rejected.status, rejected.body.code]).toEqual([409, "gate/no-vehicle"]);
    expect(pulses(relay.heard)).toBe(0);
    await report(true);
    expect((await open(id)).body).toMatchObject([{ state: "accepted" }]);
    await db.deleteFrom("loop_states").execute();
    server.clock.advance(2_000);
    expect((await open(id)).body).toMatchObject([{ state: "accepted" }]);
    expect(pulses(relay.heard)).toBe(2);
  });

  it("OPS-5 LIVE-11 after a failure, which the event then does not show any more", async () => {
    const relay = await relayForTest("refuses");
    const gate = await site.plateGate(relay.port);
    await site.register("OPEN 5");
    const { id } = await site.read(gate, "OPEN5");
    expect((await open(id)).body).toMatchObject([{ state: "rejected" }]);
    expect((await site.why("ac", id)).event).toMatchObject({ isGranted: true, barrierFailure: "rejected" });
    relay.behave("well");
    expect((await open(id)).body).toMatchObject([{ state: "accepted" }]);
    expect((await site.why("ac", id)).event).toMatchObject({ isGranted: true, barrierFailure: null });
  });

  it("OPS-5 but not that of a vehicle that was read long ago, or at no gate", async () => {
    const { relay, id } = await deniedAt("OPEN 6");
    await db
      .updateTable("events")
      .set({ receivedAt: new Date(server.clock.now().getTime() - 31 * 60_000) })
      .where("id", "=", id)
      .execute();
    const old = await open(id);
    expect([old.status, old.body.code]).toEqual([409, "event/too-old"]);
    await db.updateTable("events").set({ gateId: null }).where("id", "=", id).execute();
    const nowhere = await open(id);
    expect([nowhere.status, nowhere.body.code]).toEqual([409, "event/no-gate"]);
    expect((await open(id + 1_000_000)).status).toBe(404);
    expect(pulses(relay.heard)).toBe(0);
  });

  it("OPS-5 with a reason", async () => {
    const { id } = await deniedAt("OPEN 7");
    const { status, body } = await open(id, { reason: " " });
    expect([status, body.errors]).toMatchObject([400, [{ path: "reason", message: "Enter a reason" }]]);
  });
});

describe("a guard admits a visitor", () => {
  const soon = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();

  /** A gate into an area, a denied visitor there, and a pass that the guard adds. */
  async function visitor(plate: string, over: Record<string, unknown> = {}, manner?: "refuses") {
    const { id: areaId } = await site.add("areas", { name: `Area of ${plate}` });
    const arrived = await deniedAt(plate, { toAreaId: areaId }, manner);
    const draft = { lp: plate, name: "Ravi", host: "Asha", uses: 1, validFrom: soon(-1_000), validTo: soon(3_600_000) };
    const added = await server.call<{ id: number }>(
      "POST /access/passes",
      { body: { ...draft, ...over } },
      guard.token,
    );
    expect(added.status).toBe(201);
    await site.settle();
    return { ...arrived, areaId, passId: added.body.id };
  }

  const usesOf = async (id: number) => (await site.list("passes")).find((pass) => pass.id === id)?.used;
  const insideAs = async (vehicle: string) => (await site.list("presence")).filter((row) => row.vehicle === vehicle);

  it("PASS-3 whose entry is counted, and who is inside, once the passage is confirmed", async () => {
    const { relay, gate, id, areaId, passId } = await visitor("VISITOR 1");
    const { body } = await open(id, { reason: "Visitor Ravi for Asha", passId });
    expect(body).toMatchObject([{ state: "accepted", eventId: id, reason: "Visitor Ravi for Asha" }]);
    expect(pulses(relay.heard)).toBe(1);
    expect(await usesOf(passId)).toBe(0);
    await site.confirm();
    expect(await usesOf(passId)).toBe(1);
    expect(await insideAs("VISITOR1")).toMatchObject([{ areaId, eventId: id, name: "Ravi" }]);
    expect(await site.read(gate, "VISITOR1")).toMatchObject({ isGranted: false, reasonCode: "deny.no-uses" });
  });

  it("PASS-3 under the plate that the guard entered, if the camera misread it", async () => {
    const { id, passId } = await visitor("VISITOR 8", { lp: "VISITOR B" });
    await open(id, { passId });
    await site.confirm();
    expect(await insideAs("VISITORB")).toHaveLength(1);
    expect(await insideAs("VISITOR8")).toEqual([]);
  });

  it("PASS-3 and nothing is counted if the barrier does not open", async () => {
    const { id, passId } = await visitor("VISITOR 2", {}, "refuses");
    expect((await open(id, { passId })).body).toMatchObject([{ state: "rejected" }]);
    await site.confirm();
    expect(await usesOf(passId)).toBe(0);
    expect(await insideAs("VISITOR2")).toEqual([]);
  });

  it.each([
    ["that is over", { validFrom: "2026-01-01T00:00:00Z", validTo: "2026-01-02T00:00:00Z" }],
    ["of another gate", { gateIds: "another" }],
  ])("PASS-3 but not by a pass %s", async (_, over) => {
    const other = await site.gate();
    const gateIds = "gateIds" in over ? [other.gateId] : [];
    const { relay, id, passId } = await visitor(`VISITOR ${other.gateId}`, { ...over, gateIds });
    const { status, body } = await open(id, { passId });
    expect([status, body.errors]).toMatchObject([400, [{ path: "passId" }]]);
    expect(pulses(relay.heard)).toBe(0);
  });
});
