import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startSimulatedSite } from "../../src/run-site.ts";
import { loadView, postAction } from "../control-client.ts";
import { startFakeGatehouse } from "../fake-gatehouse.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, timeScale: 0.05 });
const fake = await startFakeGatehouse(site);
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(() => {
  fake.received.length = 0;
});

describe("the speed of the site", () => {
  it("DEMO-2 is set from 1 to 60", async () => {
    const loadSpeed = async () => (await loadView<{ speed: number }>(site.controlUrl, "/scenario")).speed;
    expect(await loadSpeed()).toBe(1);
    expect((await postAction(site.controlUrl, "/speed", { speed: "60" })).status).toBe(200);
    expect(await loadSpeed()).toBe(60);
    for (const speed of ["0", "61", "fast"])
      expect((await postAction(site.controlUrl, "/speed", { speed })).status).toBe(400);
    await postAction(site.controlUrl, "/speed", { speed: "1" });
  });
});

describe("the car actions", () => {
  it("can send an event late and twice", async () => {
    const fields = { gate: "main-entry", plate: "KA 01 AA 1", eventId: "same", at: "2026-11-15T06:00:00.000Z" };
    await postAction(site.controlUrl, "/cars/read", fields);
    await postAction(site.controlUrl, "/cars/read", fields);
    expect(fake.received.map(({ event }) => [event.id, event.at])).toEqual([
      ["same", "2026-11-15T06:00:00.000Z"],
      ["same", "2026-11-15T06:00:00.000Z"],
    ]);
  });

  it.each([
    ["/cars/drive-up", { gate: "main-entry", plate: "KA 01 AA 1" }, "main-gate", { plate: "KA 01 AA 1" }],
    [
      "/cars/count",
      { device: "ramp-count", camera: "32", direction: "X", class: "2w" },
      "ramp-count",
      { source: "32", direction: "X", vehicleClass: "2w", count: 1 },
    ],
    ["/cars/speed", { camera: "21", plate: "KA 01 AA 1", speed: 52 }, "speed-watch", { source: "21", speed: 52 }],
    ["/cars/loop", { loop: "exit-loop" }, "exit-loop", { type: "loop" }],
    [
      "/cars/park",
      { device: "deck-watch", source: "11", slot: "2", state: "occupied" },
      "deck-watch",
      { source: "11", slots: [{ name: "A2", state: "occupied" }] },
    ],
    [
      "/cars/park",
      { device: "basement-slots", source: "2", slot: "10", state: "error" },
      "basement-slots",
      { source: "2", slots: [{ name: "10", state: "error" }] },
    ],
  ])("%s with %j sends an event from %s", async (path, fields, from, event) => {
    expect((await postAction(site.controlUrl, path, fields)).body).toMatchObject({ from, status: 200 });
    expect(fake.received.find((push) => push.from === from)?.event).toMatchObject(event);
  });

  it.each([
    ["/cars/drive-up", { gate: "nowhere", plate: "X" }, 404],
    ["/cars/drive-up", { gate: "main-entry" }, 400],
    ["/cars/drive-up", { gate: "main-entry", plate: "X", feed: "morse" }, 400],
    ["/cars/drive-up", { gate: "service-gate", tag: "E280" }, 400],
    ["/cars/drive-up", { gate: "main-entry", tag: "not hexadecimal" }, 400],
    ["/cars/read", { gate: "main-entry", plate: "X", at: "noon" }, 400],
    ["/cars/speed", { camera: "21", plate: "X", speed: "fast" }, 400],
    ["/cars/park", { device: "deck-watch", source: "11", slot: "99" }, 404],
    ["/cars/fly", {}, 404],
  ])("%s with %j is rejected", async (path, fields, status) => {
    expect((await postAction(site.controlUrl, path, fields)).status).toBe(status);
  });

  it("put tags into the field of a reader, and show whether Gatehouse is connected to it", async () => {
    const body = { gate: "main-entry", group: "tag" };
    expect((await postAction(site.controlUrl, "/cars/random", body)).body).toMatchObject({
      from: "entry-reader",
      status: null,
      response: "Not sent: Gatehouse is not connected to the reader.",
    });
    expect(await loadView(site.controlUrl, "/readers")).toMatchObject([
      { name: "entry-reader", driver: "llrp", fault: "normal", isConnected: false },
      { name: "exit-reader", driver: "line-tcp", fault: "normal", isConnected: false },
    ]);
    await postAction(site.controlUrl, "/boards/exit-reader/set-fault", { fault: "unplugged" });
    expect(await loadView(site.controlUrl, "/readers")).toMatchObject([{}, { fault: "unplugged" }]);
    await postAction(site.controlUrl, "/boards/reset", {});
    expect(await loadView(site.controlUrl, "/readers")).toMatchObject([{}, { fault: "normal" }]);
  });

  it("list sent events with their response", async () => {
    await postAction(site.controlUrl, "/cars/loop", { loop: "exit-loop" });
    const deliveries = await loadView<{ text: string; status: number }[]>(site.controlUrl, "/deliveries");
    expect(deliveries.at(-1)).toMatchObject({ text: "Main exit loop detected a car", status: 200 });
  });

  it("report a missing ingest address, and that no car is inside", async () => {
    const emptySite = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
    const { body } = await postAction(emptySite.controlUrl, "/cars/loop", { loop: "exit-loop" });
    const leaving = await postAction(emptySite.controlUrl, "/cars/random", { gate: "main-exit", group: "leaving" });
    await emptySite.close();
    expect(body).toMatchObject({ status: null, response: expect.stringContaining("No ingest address set") });
    expect(leaving.status).toBe(409);
  });
});
