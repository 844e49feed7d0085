import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import { createServer } from "../../../src/server.ts";
import { createSharedParts } from "../../../src/shared-parts.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "./ingest-site.ts";

type PlateEvent = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" }>;

const site = await engineSite();
const ofPlate = (search: string) => site.events<PlateEvent>("ac", { search });
const commandsOf = (gateId: number) =>
  site.db.selectFrom("commands").select("kind").where("gateId", "=", gateId).execute();
const minutesFromNow = (minutes: number) =>
  new Date(site.server.clock.now().getTime() + minutes * 60_000).toISOString();

describe("late, future and duplicate events", () => {
  it("ENG-4 an event that is delivered several times, concurrently or later, counts and opens once", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("TWICE 1");
    const event = site.plateEvent("TWICE1", { id: "the same" });
    const responses = await Promise.all(Array.from({ length: 10 }, () => site.push(gate, event)));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    site.server.clock.advance(600_000);
    await site.push(gate, event);
    await relay.until(2);
    expect(await ofPlate("TWICE1")).toMatchObject([{ sightings: 1 }]);
    expect(relay.heard).toEqual(["1 on", "1 off"]);
  });

  it.each([
    ["late", -10],
    ["future", 10],
  ])("ENG-4 a %s event keeps its own time and opens nothing", async (timing, minutes) => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const plate = `${timing.toUpperCase()}1`;
    await site.plate(plate);
    const at = minutesFromNow(minutes);
    await site.push(gate, site.plateEvent(plate, { at }));
    const [event] = await ofPlate(plate);
    expect(event).toMatchObject({ timing, dateTime: at, status: "RECEIVED", isGranted: null });
    expect((await site.why("ac", event?.id ?? 0)).commands).toEqual([]);
    expect(relay.heard).toEqual([]);
  });

  it("ENG-4 events with an unreadable time are stored at their arrival, are marked, and open nothing", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const written = ["garbage", "1970-01-01T00:05:00Z", "2100-01-01T00:00:00Z", "05/06/2026 09:00:00", "0"];
    const plates = written.map((_, index) => `WHEN${index}`);
    for (const plate of plates) await site.plate(plate);
    const responses = await Promise.all(
      written.map((dateTime, index) =>
        site.push(gate, { eventType: "ANPR", UUID: dateTime, dateTime, ANPR: { licensePlate: plates[index] } }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(written.map(() => 200));
    const events = await ofPlate("WHEN");
    expect(
      events.map(({ timing, isGranted, dateTime, receivedAt }) => [timing, isGranted, dateTime === receivedAt]),
    ).toEqual(written.map(() => ["unreadable", null, true]));
    const { trace } = await site.why("ac", events[0]?.id ?? 0);
    expect(trace.reason).toBe("The device's time can't be read, so the gate stays closed");
    expect(await commandsOf(gate.gateId)).toEqual([]);
  });

  it("ENG-4 EVT-4 events of one push with the same time are listed in the order of the push", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const at = site.server.clock.now().toISOString();
    // The keys are inserted in another order, that of their text.
    const events = ["z", "10", "é", "9", "B", "a"].map((id, index) => site.plateEvent(`ORDER${index}`, { id, at }));
    await site.push(gate, { events: [...events, events[0]] });
    const listed = await ofPlate("ORDER");
    expect(listed.map(({ lp }) => lp)).toEqual(["ORDER5", "ORDER4", "ORDER3", "ORDER2", "ORDER1", "ORDER0"]);
    expect(listed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).toSorted((one, other) => other - one));
  });

  it("ENG-4 an event of another month or decade is stored", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.push(gate, site.plateEvent("LONGAGO", { at: "2009-12-31T23:59:59Z" }));
    expect(await ofPlate("LONGAGO")).toMatchObject([{ timing: "late", dateTime: "2009-12-31T23:59:59.000Z" }]);
  });

  it("ENG-4 two servers on one database decide one passage once", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const vehicles = Array.from({ length: 10 }, (_, number) => `TWO${number}`);
    for (const vehicle of vehicles) await site.plate(vehicle);
    const { services } = site.server;
    const other = await createServer(services);
    const push = (app: typeof other, plate: string) =>
      app.inject({
        method: "POST",
        url: `/api/ingest/${gate.id}`,
        headers: { "x-gatehouse-secret": gate.secret, "content-type": "application/json" },
        payload: JSON.stringify(site.plateEvent(plate)),
      });
    for (const plate of vehicles) {
      const responses = await Promise.all([push(site.server.app, plate), push(other, plate), push(other, plate)]);
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    }
    const events = await ofPlate("TWO");
    expect(events.map(({ lp, sightings }) => `${lp} ${sightings}`).toSorted()).toEqual(
      vehicles.map((vehicle) => `${vehicle} 3`),
    );
    expect(await commandsOf(gate.gateId)).toHaveLength(vehicles.length);
    await poll(async () => expect(relay.heard.filter((heard) => heard === "1 on")).toHaveLength(vehicles.length));
    await other.close();
  });

  it("ENG-1 a server that is not the leader leaves its commands to the leader", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("FOLLOWER 1");
    const { services } = site.server;
    const follower = await createServer(services);
    await follower.inject({
      method: "POST",
      url: `/api/ingest/${gate.id}`,
      headers: { "x-gatehouse-secret": gate.secret, "content-type": "application/json" },
      payload: JSON.stringify(site.plateEvent("FOLLOWER1")),
    });
    expect(await relay.until(2)).toEqual(["1 on", "1 off"]);
    const releases = site.db.selectFrom("relay_releases").selectAll().where("port", "=", relay.port);
    await poll(async () => expect(await releases.execute()).toEqual([]));
    await follower.close();
  });

  it("ENG-5 a command sent before a crash is never sent again, and a relay left closed is released", async () => {
    const relay = await relayForTest();
    const at = site.server.clock.now();
    const address = { host: "127.0.0.1", port: relay.port, relayNumber: 2 };
    const command = {
      kind: "open",
      targetKind: "boomBarrier",
      targetId: 1,
      targetName: "Boom",
      payload: JSON.stringify({ way: "relay", driver: "modbus-tcp", address, pulseMs: 100 }),
      at,
      expiresAt: new Date(at.getTime() + 5_000),
    };
    const { id } = await site.db
      .insertInto("commands")
      .values({ ...command, state: "sent" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await site.db
      .insertInto("relay_releases")
      .values({ ...address, driver: "modbus-tcp", dueAt: at })
      .execute();
    const next = createSharedParts(site.server.services);
    const leading = next.commandSender.start();
    expect(await relay.until(1)).toEqual(["2 off"]);
    const { state, detail } = await site.db
      .selectFrom("commands")
      .select(["state", "detail"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect([state, detail]).toEqual(["unreachable", "The server stopped before the device replied."]);
    await leading.stop();
    expect(relay.heard).toEqual(["2 off"]);
  });
});

// Last, because it advances the clock by months.
describe("the repeated hour at the end of daylight saving time", () => {
  it("ENG-4 a local time without an offset is live in both hours", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.configure("timeZone", "Europe/Berlin");
    const advanceTo = (ms: number) => site.server.clock.advance(ms - site.server.clock.now().getTime());
    const lastOfOctober = new Date(Date.UTC(site.server.clock.now().getUTCFullYear() + 1, 9, 31));
    const sunday = lastOfOctober.getTime() - lastOfOctober.getUTCDay() * 86_400_000;
    const dateTime = new Date(sunday).toISOString().replace("T00:00:00.000Z", "T02:30:00");
    const alert = (licensePlate: string) => ({
      eventType: "ANPR",
      UUID: licensePlate,
      dateTime,
      ANPR: { licensePlate },
    });
    advanceTo(sunday + 30 * 60_000 + 1_000);
    await site.push(gate, alert("AUTUMN1"));
    advanceTo(sunday + 90 * 60_000 + 1_000);
    await site.push(gate, alert("AUTUMN2"));
    const events = site.db.selectFrom("events").select(["timing", "occurredAt"]).where("lp", "like", "AUTUMN%");
    expect(await events.orderBy("lp").execute()).toEqual([
      { timing: "live", occurredAt: new Date(sunday + 30 * 60_000).toISOString() },
      { timing: "live", occurredAt: new Date(sunday + 90 * 60_000).toISOString() },
    ]);
  });
});
