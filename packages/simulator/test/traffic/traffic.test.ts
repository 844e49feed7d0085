import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { gatePlans } from "../../src/plan/gate-plan.ts";
import { residents } from "../../src/plan/vehicle-plan.ts";
import { startSimulatedSite } from "../../src/simulated-site.ts";
import type { Visit } from "../../src/traffic/traffic.ts";
import { ask, play } from "../control-client.ts";
import { startFakeGatehouse } from "../fake-gatehouse.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, pace: 0.05 });
const sources = [
  ...site.devices.map(({ plan }) => plan.name),
  "entry-reader",
  "exit-reader",
  "entry-loop",
  "exit-loop",
];
const fake = await startFakeGatehouse(site, sources);
afterAll(async () => {
  await site.close();
  await fake.close();
});

const [car, another] = residents as [(typeof residents)[0], (typeof residents)[0]];
const tagged = residents.find(({ tag }) => tag !== null) as (typeof residents)[0];

/** What Gatehouse does for whom it knows. */
function open(gate: string): void {
  const { barrier } = gatePlans.find(({ name }) => name === gate) as (typeof gatePlans)[0];
  const { relays } = site.board(barrier.board);
  relays.take({ relay: barrier.relay, does: "close", pulseMs: null, isObeyed: true });
  relays.take({ relay: barrier.relay, does: "release", pulseMs: null, isObeyed: true });
}
const driveUp = (gate: string, vehicle: Visit["vehicle"], over: Partial<Visit> = {}) =>
  site.journeys.driveUp({ gate, vehicle, by: "plate", ...over }).end;
const isFromGate = (from: string) => from === "main-gate" || from.endsWith("reader");

beforeEach(async () => {
  fake.received.length = 0;
  fake.react = () => {};
  await play(site.controlUrl, "/boards/reset");
  await site.device("main-gate").reset();
});

describe("a car that drives up", () => {
  it("passes when the arm rises, is felt, counted and parks; and leaves the same way", async () => {
    fake.react = ({ from }) => isFromGate(from) && open("main-entry");
    expect(await driveUp("main-entry", car)).toBe("passed");
    await vi.waitFor(() => expect(fake.received.at(-1)?.event.type).toBe("slots"));
    expect(fake.received.map(({ from, event }) => [from, event.type])).toEqual([
      ["main-gate", "plate"],
      ["entry-loop", "loop"],
      ["ramp-count", "count"],
      [expect.stringMatching(/deck-watch|basement-slots/), "slots"],
    ]);
    expect(site.journeys.inside()).toContain(car);

    fake.received.length = 0;
    fake.react = ({ from }) => isFromGate(from) && open("main-exit");
    expect(await driveUp("main-exit", car)).toBe("passed");
    await vi.waitFor(() => expect(fake.typesFrom("ramp-count")).toEqual(["count"]));
    expect(fake.typesFrom("deck-watch", "basement-slots")).toEqual(["slots"]);
    expect(site.journeys.inside()).not.toContain(car);
  });

  it("turns away when the arm stays down, and nothing else happens", async () => {
    expect(await driveUp("main-entry", car)).toBe("turned away");
    expect(fake.received.map(({ from }) => from)).toEqual(["main-gate"]);
  });

  it("is not let in by the arm that is up for the car before", async () => {
    fake.react = ({ event }) => event.plate === car.plate && open("main-entry");
    const ends = await Promise.all([driveUp("main-entry", car), driveUp("main-entry", another)]);
    expect(ends).toEqual(["passed", "turned away"]);
  });

  it("proves who its camera is, and shows a picture", async () => {
    await driveUp("main-entry", car);
    expect(fake.received[0]?.headers.authorization).toBe("Bearer s-main-gate");
    expect(fake.received[0]?.event).toMatchObject({
      source: "1",
      plate: car.plate,
      images: { full: expect.any(String) },
    });
  });

  it("is read by its tag where there is a reader", async () => {
    await driveUp("main-entry", tagged, { by: "tag" });
    expect(fake.received).toMatchObject([{ from: "entry-reader", event: { type: "tag", tag: tagged.tag } }]);
  });

  it("says which way it goes where both ways are one gate", async () => {
    await driveUp("service-gate", car, { direction: "X", feed: "gatehouse" });
    expect(fake.received[0]?.event).toMatchObject({ source: "dock-1", direction: "X" });
  });

  it("is told of twice by an Axis camera, the second time as over", async () => {
    await driveUp("visitors-entry", car);
    await vi.waitFor(() => expect(fake.received).toHaveLength(2));
    const [first, second] = fake.received.map(({ event }) => event);
    expect([first?.carState, second?.carState]).toEqual(["new", "lost"]);
    expect(second?.carID).toBe(first?.carID);
  });

  it("is seen by nobody when the camera is unplugged", async () => {
    await site.device("main-gate").behave("refusing");
    const { body } = await play(site.controlUrl, "/cars/read", { gate: "main-entry", plate: car.plate });
    expect(body).toMatchObject({ status: null, answer: "It is unplugged and says nothing." });
    expect(fake.received).toEqual([]);
  });
});

describe("the control of cars", () => {
  it("lets a device tell something late, or twice", async () => {
    const told = { gate: "main-entry", plate: car.plate, eventId: "same", at: "2026-11-15T06:00:00.000Z" };
    await play(site.controlUrl, "/cars/read", told);
    await play(site.controlUrl, "/cars/read", told);
    expect(fake.received.map(({ event }) => [event.id, event.at])).toEqual([
      ["same", "2026-11-15T06:00:00.000Z"],
      ["same", "2026-11-15T06:00:00.000Z"],
    ]);
  });

  it.each([
    ["/cars/drive-up", { gate: "main-entry", plate: "KA 01 AA 1" }, "main-gate", { plate: "KA 01 AA 1" }],
    ["/cars/someone", { gate: "main-entry", who: "tag" }, "entry-reader", { type: "tag" }],
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
  ])("%s with %j is told by %s", async (path, fields, from, event) => {
    expect((await play(site.controlUrl, path, fields)).body).toMatchObject({ from, status: 200 });
    expect(fake.received.find((one) => one.from === from)?.event).toMatchObject(event);
  });

  it.each([
    ["/cars/drive-up", { gate: "nowhere", plate: "X" }, 404],
    ["/cars/drive-up", { gate: "main-entry" }, 400],
    ["/cars/drive-up", { gate: "main-entry", plate: "X", feed: "morse" }, 400],
    ["/cars/drive-up", { gate: "service-gate", tag: "E280" }, 400],
    ["/cars/read", { gate: "main-entry", plate: "X", at: "noon" }, 400],
    ["/cars/speed", { camera: "21", plate: "X", speed: "fast" }, 400],
    ["/cars/park", { device: "deck-watch", source: "11", slot: "99" }, 404],
    ["/cars/fly", {}, 404],
  ])("%s with %j is refused", async (path, fields, status) => {
    expect((await play(site.controlUrl, path, fields)).status).toBe(status);
  });

  it("tells what was said and what was answered", async () => {
    await play(site.controlUrl, "/cars/loop", { loop: "entry-loop" });
    const said = await ask<{ text: string; status: number }[]>(site.controlUrl, "/said");
    expect(said.at(-1)).toMatchObject({ text: "Main entry loop felt a car", status: 200 });
  });

  it("says so when nobody is inside, and when nobody has told a device where to send to", async () => {
    const fresh = await startSimulatedSite({ ports: { first: 0 }, plan: [] });
    const { body } = await play(fresh.controlUrl, "/cars/loop", { loop: "entry-loop" });
    const leaving = await play(fresh.controlUrl, "/cars/someone", { gate: "main-exit", who: "leaving" });
    await fresh.close();
    expect(body).toMatchObject({ status: null, answer: expect.stringContaining("does not know where to send to") });
    expect(leaving.status).toBe(409);
  });
});
