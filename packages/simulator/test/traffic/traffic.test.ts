import { readerDrivers } from "@gatehouse/drivers/readers/registry";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { gatePlans } from "../../src/plan/gate-plan.ts";
import { residents } from "../../src/plan/vehicle-plan.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import type { Visit } from "../../src/traffic/traffic.ts";
import { postAction } from "../control-client.ts";
import { startFakeGatehouse } from "../fake-gatehouse.ts";
import { openReaderClient } from "../hardware/reader-client.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, timeScale: 0.05 });
const fake = await startFakeGatehouse(site);
afterAll(async () => {
  await site.close();
  await fake.close();
});

const [car, otherCar] = residents as [(typeof residents)[0], (typeof residents)[0]];
const taggedCar = residents.find(({ tag }) => tag !== null) as (typeof residents)[0];

/** Opens a barrier, as Gatehouse does for a granted vehicle. */
function openBarrier(gate: string): void {
  const { barrier } = gatePlans.find(({ name }) => name === gate) as (typeof gatePlans)[0];
  const { relays } = site.board(barrier.board);
  relays.receive({ relay: barrier.relay, action: "close", pulseMs: null, isExecuted: true });
  relays.receive({ relay: barrier.relay, action: "release", pulseMs: null, isExecuted: true });
}
const missing = (name: string) => {
  throw new Error(`The site has no reader ${name}.`);
};
const driveUp = (gate: string, vehicle: Visit["vehicle"], options: Partial<Visit> = {}) =>
  site.traffic.driveUp({ gate, vehicle, by: "plate", ...options }).outcome;
const isMainGate = (from: string) => from === "main-gate";

beforeEach(async () => {
  fake.received.length = 0;
  fake.onPush = () => {};
  await postAction(site.controlUrl, "/boards/reset");
  await site.device("main-gate").reset();
});

describe("a car that drives up", () => {
  it("passes an open barrier, triggers loop and counter and parks; then leaves the same way", async () => {
    fake.onPush = ({ from }) => isMainGate(from) && openBarrier("main-entry");
    expect(await driveUp("main-entry", car)).toBe("passed");
    await expect.poll(() => fake.received.at(-1)?.event.type).toBe("slots");
    expect(fake.received.map(({ from, event }) => [from, event.type])).toEqual([
      ["main-gate", "plate"],
      ["ramp-count", "count"],
      [expect.stringMatching(/deck-watch|basement-slots/), "slots"],
    ]);
    expect(site.traffic.inside()).toContain(car);

    fake.received.length = 0;
    fake.onPush = ({ from }) => isMainGate(from) && openBarrier("main-exit");
    expect(await driveUp("main-exit", car)).toBe("passed");
    await expect.poll(() => fake.listTypes("ramp-count")).toEqual(["count"]);
    expect(fake.listTypes("deck-watch", "basement-slots")).toEqual(["slots"]);
    expect(site.traffic.inside()).not.toContain(car);
  });

  it("turns away from a closed barrier without further events", async () => {
    expect(await driveUp("main-entry", car)).toBe("turned away");
    expect(fake.received.map(({ from }) => from)).toEqual(["main-gate"]);
  });

  it("does not pass a barrier that is still up for the previous car", async () => {
    fake.onPush = ({ event }) => event.plate === car.plate && openBarrier("main-entry");
    const outcomes = await Promise.all([driveUp("main-entry", car), driveUp("main-entry", otherCar)]);
    expect(outcomes).toEqual(["passed", "turned away"]);
  });

  it("is reported with the secret of its camera and an image", async () => {
    await driveUp("main-entry", car);
    expect(fake.received[0]?.headers.authorization).toBe("Bearer s-main-gate");
    expect(fake.received[0]?.event).toMatchObject({
      source: "1",
      plate: car.plate,
      images: { full: expect.any(String) },
    });
  });

  it("is read by its tag at a gate with a reader", async () => {
    for (const [gate, reader] of [
      ["main-entry", "entry-reader"],
      ["main-exit", "exit-reader"],
    ] as const) {
      const { plan, port, isConnected } = site.readers.find(({ plan }) => plan.name === reader) ?? missing(reader);
      const client = openReaderClient(readerDrivers[plan.driver], port);
      onTestFinished(() => void client.close());
      await expect.poll(isConnected).toBe(true);
      const { delivery, outcome } = site.traffic.driveUp({ gate, vehicle: taggedCar, by: "tag" });
      expect(await delivery).toMatchObject({ from: reader, status: 200 });
      await outcome;
      expect(client.tags).toEqual([taggedCar.tag]);
    }
    expect(fake.received).toEqual([]);
  });

  it("is not read by its tag while Gatehouse is not connected to the reader", async () => {
    const { delivery, outcome } = site.traffic.driveUp({ gate: "main-entry", vehicle: taggedCar, by: "tag" });
    expect(await delivery).toMatchObject({ status: null, response: expect.stringContaining("not connected") });
    expect(await outcome).toBe("turned away");
  });

  it("is reported with its direction at a bidirectional gate", async () => {
    await driveUp("service-gate", car, { direction: "X", feed: "gatehouse" });
    expect(fake.received[0]?.event).toMatchObject({ source: "dock-1", direction: "X" });
  });

  it("is reported again as lost by an Axis camera", async () => {
    await driveUp("visitors-entry", car);
    await expect.poll(() => fake.received).toHaveLength(2);
    const [first, second] = fake.received.map(({ event }) => event);
    expect([first?.carState, second?.carState]).toEqual(["new", "lost"]);
    expect(second?.carID).toBe(first?.carID);
  });

  it("is not reported by an unplugged camera", async () => {
    await site.device("main-gate").setFault("refusing");
    const { body } = await postAction(site.controlUrl, "/cars/read", { gate: "main-entry", plate: car.plate });
    expect(body).toMatchObject({ status: null, response: "Not sent: the device is unplugged." });
    expect(fake.received).toEqual([]);
  });
});
