import { setTimeout } from "node:timers/promises";
import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it } from "vitest";
import { signForTest } from "../../gate/hardware/fake-sign.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite, poll } from "./ingest-site.ts";

type PlateEvent = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" }>;

const site = await engineSite();
const ofPlate = (search: string, query = {}) => site.events<PlateEvent>("ac", { search, ...query });
const hour = 3_600_000;

async function lastSeenOf(identifierId: number): Promise<string | undefined> {
  const seen = site.db.selectFrom("identifier_sightings").select("lastSeenAt");
  return (await seen.where("identifierId", "=", identifierId).executeTakeFirst())?.lastSeenAt;
}

describe("a plate at a gate", () => {
  it("ENG-1 that is registered and currently valid opens the barrier once, and its event is processed", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const { id } = await site.plate("KA 01 AB 1234");
    const response = await site.push(gate, site.plateEvent("ka-01-ab-1234"));
    expect([response.statusCode, response.body]).toEqual([200, '{"result":"ok"}']);
    expect(await relay.until(2)).toEqual(["1 on", "1 off"]);
    const [event] = await ofPlate("KA01AB1234");
    expect(event).toMatchObject({
      status: "PROCESSED",
      timing: "live",
      isGranted: true,
      lp: "KA01AB1234",
      lpRaw: "ka-01-ab-1234",
      direction: "N",
      gate: { id: gate.gateId },
      sightings: 1,
    });
    await poll(async () => {
      const { commands } = await site.why("ac", event?.id ?? 0);
      expect(commands).toMatchObject([
        { kind: "open", state: "accepted", target: { kind: "boomBarrier", id: gate.boomBarrierId } },
      ]);
    });
    expect(await lastSeenOf(id)).toBe(event?.receivedAt);
  });

  it("ENG-1 that is unknown or not currently valid is denied, shown as denied on the sign, and opens nothing", async () => {
    const [relay, sign] = [await relayForTest(), await signForTest()];
    const { id: displayId } = await site.create(
      "POST /displays/grid",
      samples.grid({}, { ip: "127.0.0.1", port: sign.port, tmr: 1, idl: ["WELCOME"] }),
    );
    await sign.until("WELCOME|");
    const gate = await site.plateGate(relay.port, { displayIds: [displayId] });
    const { id } = await site.plate("OLD 1", { validTo: new Date(site.server.clock.now().getTime() - hour) });
    await site.push(gate, site.plateEvent("OLD1"));
    await sign.until("ACCESS DENIED|");
    await site.push(gate, site.plateEvent("UNKNOWN1"));
    await sign.until("WELCOME|");
    expect(await ofPlate("OLD1")).toMatchObject([{ status: "RECEIVED", isGranted: false }]);
    expect((await ofPlate("UNKNOWN1"))[0]?.reason).toBe("Plate not registered");
    expect(await lastSeenOf(id)).toBe((await ofPlate("OLD1"))[0]?.receivedAt);
    expect(relay.heard).toEqual([]);
  });

  it("ENG-1 that is granted is shown as granted on the sign and sounds the buzzer", async () => {
    const [relay, sign] = [await relayForTest(), await signForTest()];
    const { id: displayId } = await site.create(
      "POST /displays/grid",
      samples.grid({}, { ip: "127.0.0.1", port: sign.port, tmr: 5 }),
    );
    const { id: buzzerId } = await site.create(
      "POST /buzzers",
      samples.buzzer({
        additionalInfo: { ip: "127.0.0.1", port: relay.port, drv: "modbus-tcp", rel: 7, ser: 1, tmr: 1 },
      }),
    );
    const gate = await site.plateGate(relay.port, { displayIds: [displayId], buzzerId });
    await site.plate("BUZZ 1");
    await site.push(gate, site.plateEvent("BUZZ1"));
    await sign.until("ACCESS GRANTED|");
    expect((await relay.until(4)).toSorted()).toEqual(["1 off", "1 on", "7 off", "7 on"]);
  });

  it("DISP-5 a denial right before the end of a granted message is shown for its whole time", async () => {
    const [relay, sign] = [await relayForTest(), await signForTest()];
    const { id: displayId } = await site.create(
      "POST /displays/grid",
      samples.grid({}, { ip: "127.0.0.1", port: sign.port, tmr: 2, idl: ["WELCOME"] }),
    );
    await sign.until("WELCOME|");
    const gate = await site.plateGate(relay.port, { displayIds: [displayId] });
    await site.plate("SHOWN 1");
    await site.push(gate, site.plateEvent("SHOWN1"));
    await sign.until("ACCESS GRANTED|");
    await setTimeout(1_600);
    await site.push(gate, site.plateEvent("OTHER9"));
    await sign.until("ACCESS DENIED|");
    const shownMs = performance.now();
    await sign.until("WELCOME|");
    expect(performance.now() - shownMs).toBeGreaterThan(1_500);
    expect(sign.shown.slice(-3)).toEqual(["ACCESS GRANTED|", "ACCESS DENIED|", "WELCOME|"]);
  });

  it("ENG-1 with a single-use reservation enters once and leaves once", async () => {
    const relay = await relayForTest();
    const entry = await site.plateGate(relay.port);
    const exit = await site.plateGate(relay.port, { type: "X" });
    await site.reservation("RES 1");
    await site.push(entry, site.plateEvent("RES1"));
    site.server.clock.advance(60_000);
    await site.push(entry, site.plateEvent("RES1"));
    await site.push(exit, site.plateEvent("RES1"));
    site.server.clock.advance(60_000);
    await site.push(exit, site.plateEvent("RES1"));
    const events = await ofPlate("RES1");
    expect(events.map(({ direction, isGranted, reason }) => [direction, isGranted, reason.split(",")[0]])).toEqual([
      ["X", false, "Reservation already used"],
      ["X", true, expect.stringContaining("Valid reservation")],
      ["N", false, "Reservation already used"],
      ["N", true, expect.stringContaining("Valid reservation")],
    ]);
  });

  it("ENG-1 at a bidirectional camera has the direction that the camera reports", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port, { type: "N" }, { isBidirectional: true });
    await site.push(gate, site.plateEvent("WAY1", { direction: "exit" }));
    expect((await ofPlate("WAY1"))[0]?.direction).toBe("X");
    expect(await ofPlate("WAY1", { direction: "N" })).toEqual([]);
  });

  it("ENG-1 is one passage and one decision, regardless of how many frames and readers detect it", async () => {
    const relay = await relayForTest();
    const reader = await site.reader();
    const gate = await site.plateGate(relay.port, { sensorId: reader.id });
    await site.plate("MANY 1");
    await site.tag("E200 0001", "MANY 1");
    await Promise.all(Array.from({ length: 5 }, () => site.push(gate, site.plateEvent("MANY1"))));
    const tag = { type: "tag", id: "t1", tag: "E2000001" };
    expect((await site.push(reader, tag, `/api/ingest/sensor-${reader.id}`)).statusCode).toBe(200);
    await relay.until(2);
    const events = await ofPlate("MANY1");
    expect(events).toMatchObject([{ isGranted: true, sightings: 6 }]);
    const { sightings, commands } = await site.why("ac", events[0]?.id ?? 0);
    expect(sightings).toHaveLength(5);
    expect(commands).toHaveLength(1);
    expect(await site.events("rfid-ac", { search: "E2000001" })).toMatchObject([
      { isGranted: true, status: "PROCESSED" },
    ]);
    expect((await site.values("rfid-ac"))["Reader Entry"]).toBe(1);
    expect(relay.heard).toEqual(["1 on", "1 off"]);
  });

  it("MOD-3 of an inactive module is acknowledged, but neither stored nor acted upon", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("OFF 1");
    await site.activate({ ...everyModule(true), ANPR_ACCESS_CONTROL: false });
    expect((await site.push(gate, site.plateEvent("OFF1"))).statusCode).toBe(200);
    await poll(async () => {
      const { body } = await site.server.call<{ last: { detail: string } }>("GET /ai-devices/{id}/ingest", {
        params: { id: gate.id },
      });
      expect(body.last?.detail).toContain("Its module is switched off");
    });
    await site.activate(everyModule(true));
    expect(await ofPlate("OFF1")).toEqual([]);
    expect(relay.heard).toEqual([]);
  });
});

describe("what if", () => {
  it("ENG-1 returns the trace of a real event, without effects", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("I-F 1");
    const whatIf = (body: object) =>
      site.server.call<{ isGranted: boolean; reason: string }>("POST /access/what-if", { body });
    const question = { type: "LICENSE_PLATE", read: "if-1", gateId: gate.gateId };
    expect((await whatIf(question)).body).toMatchObject({ isGranted: true, reason: "Valid identifier IF 1" });
    expect((await whatIf({ ...question, read: "if-2" })).body).toMatchObject({ isGranted: false });
    expect((await whatIf({ ...question, gateId: 999_999 })).status).toBe(404);
    expect(await ofPlate("IF1")).toEqual([]);
    expect(relay.heard).toEqual([]);
  });
});
