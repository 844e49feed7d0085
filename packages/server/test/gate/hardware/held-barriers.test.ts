import { afterAll, describe, expect, it } from "vitest";
import { startHeldBarriers } from "../../../src/gate/hardware/held-barriers.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";
import { relayForTest } from "./relay-for-test.ts";

const site = await engineSite();
const { server } = site;
let job = startHeldBarriers(server.services, site.parts.siteCache);
afterAll(() => job.stop());

interface Override {
  id: number;
  isActive: boolean;
  unconfirmed: { gateName: string; message: string }[];
}

const until = (ms = 600_000) => new Date(server.clock.now().getTime() + ms).toISOString();
const override = (body: Record<string, unknown>) =>
  site.create("POST /access/overrides", { until: until(), reason: "Event", ...body });
const end = async (id: number) => {
  expect((await server.call("DELETE /access/overrides/{id}", { params: { id } })).status).toBe(204);
  await site.settle();
};
const commandsOf = (gateId: number) =>
  site.db
    .selectFrom("commands")
    .select(["eventId", "by", "payload"])
    .orderBy("id")
    .where("gateId", "=", gateId)
    .execute();
const loadOverride = async (id: number) =>
  (await server.call<Override[]>("GET /access/overrides")).body.find((row) => row.id === id);

describe("barriers that an override holds open", () => {
  it("RULE-7 a gate that is held open is opened, and its relay stays switched", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port, { name: "Held gate" });
    const body = { kind: "hold-open", gateId: gate.gateId, until: until(), reason: "Event" };
    const { id } = await site.create("POST /access/overrides", body);
    await poll(async () => expect((await loadOverride(id))?.unconfirmed).toEqual([]));
    expect(relay.heard).toEqual(["1 on"]);
    const commands = await site.db.selectFrom("commands").selectAll().where("gateId", "=", gate.gateId).execute();
    expect(commands).toMatchObject([{ kind: "open", reason: "Event", payload: { pulseMs: 15_000 } }]);
    await server.call("DELETE /access/overrides/{id}", { params: { id } });
    await site.settle();
  });

  it("RULE-7 an evacuation opens the exits, not the entries, and lists the barriers that did not confirm", async () => {
    const [entry, exit] = [await relayForTest(), await relayForTest()];
    await site.plateGate(entry.port, { name: "Way in" });
    await site.plateGate(exit.port, { name: "Way out", type: "X" });
    await site.plateGate(1, { name: "Broken way out", type: "X" });
    const { id } = await site.create("POST /access/overrides", { kind: "evacuate", until: until(), reason: "Fire" });
    await exit.until(1);
    await poll(async () =>
      expect((await loadOverride(id))?.unconfirmed).toMatchObject([
        { gateName: "Broken way out", message: expect.not.stringContaining("not sent yet") },
      ]),
    );
    expect(exit.heard).toEqual(["1 on"]);
    expect(entry.heard).toEqual([]);
    await end(id);
  });

  it("RULE-7 a barrier that a lockdown keeps closed has nothing to confirm", async () => {
    const relay = await relayForTest();
    const { gateId } = await site.plateGate(relay.port, { name: "Locked gate" });
    const lockdown = await override({ kind: "lockdown" });
    const { id } = await override({ kind: "hold-open", gateId });
    await poll(async () => expect(await loadOverride(id)).toMatchObject({ isActive: true, unconfirmed: [] }));
    expect(relay.heard).toEqual([]);
    await end(lockdown.id);
    await relay.until(1);
    await end(id);
  });

  it("RULE-7 an evacuation of a gate that is not an exit is refused", async () => {
    const { gateId } = await site.plateGate(1, { name: "Only an entry" });
    const body = { kind: "evacuate", gateId, until: until(), reason: "Fire" };
    const message = "An evacuation opens exits; this gate is not an exit";
    expect(await server.call("POST /access/overrides", { body })).toMatchObject({
      status: 400,
      body: { message, errors: [{ path: "gateId", message }] },
    });
  });

  it("RULE-7 neither a vehicle nor a person who opens a held gate shortens the hold", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port, { name: "Busy gate" });
    const { id } = await override({ kind: "hold-open", gateId: gate.gateId });
    await relay.until(1);
    expect((await site.push(gate, site.plateEvent("HELD1"))).statusCode).toBe(200);
    const opened = await server.call("POST /gates/{id}/open", {
      params: { id: gate.gateId },
      body: { reason: "Visitor" },
    });
    expect(opened.status).toBe(200);
    const commands = await commandsOf(gate.gateId);
    expect(commands.filter(({ eventId, by }) => eventId !== null || by !== null)).toMatchObject([
      { by: null, payload: { pulseMs: 15_000 } },
      { by: "admin", payload: { pulseMs: 15_000 } },
    ]);
    await end(id);
    await site.push(gate, site.plateEvent("HELD2"));
    await site.plate("HELD 3");
    await site.push(gate, site.plateEvent("HELD3"));
    expect((await commandsOf(gate.gateId)).at(-1)).toMatchObject({ payload: { pulseMs: 500 } });
  });

  it("RULE-7 an override of the site opens the barrier of a reader without a gate for any tag", async () => {
    const relay = await relayForTest();
    const { id: actuatorId } = await site.barrier(relay.port, 1, "Boom of the yard");
    const reader = await site.reader("Yard reader");
    await server.call("PATCH /sensors/{id}", { params: { id: reader.id }, body: { actuatorId } });
    await site.settle();
    const { id } = await override({ kind: "hold-open" });
    await site.settle();
    const read = { type: "tag", id: "yard-1", tag: "E200AAAA" };
    expect((await site.push(reader, read, `/api/ingest/sensor-${reader.id}`)).statusCode).toBe(200);
    expect((await relay.until(1))[0]).toBe("1 on");
    await end(id);
  });

  it("RULE-7 at the end of an override its barrier is released and not opened again", async () => {
    const [relay, other] = [await relayForTest(), await relayForTest()];
    const gate = await site.plateGate(relay.port, { name: "Ending gate" });
    const next = await site.plateGate(other.port, { name: "Next gate" });
    const { id } = await override({ kind: "hold-open", gateId: gate.gateId, until: until(30_000) });
    await relay.until(1);
    expect(await loadOverride(id)).toMatchObject({ isActive: true });
    const pulses = await commandsOf(gate.gateId);
    server.clock.advance(31_000);
    // The pulse of the next gate shows that the barriers were checked since.
    const started = await override({ kind: "hold-open", gateId: next.gateId });
    await other.until(1);
    expect(await commandsOf(gate.gateId)).toEqual(pulses);
    expect(await loadOverride(id)).toMatchObject({ isActive: false, unconfirmed: [] });
    await end(started.id);
    // A restart releases what is still switched, so that nobody waits for the end of the pulse.
    await site.restartLeading();
    await poll(async () => expect(relay.heard.at(-1)).toBe("1 off"));
  });

  it("RULE-7 a restarted server holds the barriers of active overrides open again", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port, { name: "Restarted gate" });
    const { id } = await override({ kind: "hold-open", gateId: gate.gateId });
    await relay.until(1);
    await job.stop();
    await site.restartLeading();
    job = startHeldBarriers(server.services, site.parts.siteCache);
    await poll(async () => expect(relay.heard.filter((write) => write === "1 on")).toHaveLength(2));
    expect(relay.heard.at(-1)).toBe("1 on");
    await end(id);
  });

  it("RULE-7 a lockdown of the site closes entries that are held open, and leaves exits open", async () => {
    const [entry, exit] = [await relayForTest(), await relayForTest()];
    const way = await site.plateGate(entry.port, { name: "Locked way in" });
    const out = await site.plateGate(exit.port, { name: "Open way out", type: "X" });
    const lockdown = await override({ kind: "lockdown" });
    const held = await override({ kind: "hold-open" });
    await exit.until(1);
    expect(entry.heard).toEqual([]);
    const codes = async (gate: typeof way, plate: string) => {
      await site.push(gate, site.plateEvent(plate));
      const [event] = await site.events<{ id: number }>("ac", { search: plate });
      return (
        await server.call<{ reasonCode: string }>("GET /events/{module}/{id}/why", {
          params: { module: "ac", id: event?.id ?? 0 },
        })
      ).body.reasonCode;
    };
    expect([await codes(way, "SIEGE1"), await codes(out, "SIEGE2")]).toEqual(["deny.lockdown", "allow.hold-open"]);
    await end(held.id);
    await end(lockdown.id);
  });
});
