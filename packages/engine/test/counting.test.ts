import { decisionTrace } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import type { BaseVariable } from "../src/counting/base-variable.ts";
import { countSlots, type SlotReport } from "../src/counting/slots.ts";
import { countPulse, countTag, countVehicles, type VehicleCount } from "../src/counting/vehicles.ts";
import { findSource } from "../src/events/incoming-event.ts";
import { bidirectionalCamera, deviceOf, site } from "./site.ts";

const variable = (id: number, over: Partial<BaseVariable> = {}): BaseVariable => ({
  id,
  direction: null,
  vehicleClass: null,
  slot: null,
  current: 0,
  ...over,
});

const bothWays = [
  variable(1, { direction: "N", vehicleClass: "2w" }),
  variable(2, { direction: "N", vehicleClass: "4w" }),
  variable(3, { direction: "X", vehicleClass: "2w" }),
  variable(4, { direction: "X", vehicleClass: "4w" }),
];
const entryOnly = bothWays.slice(0, 2);
const seen = (over: Partial<VehicleCount> = {}): VehicleCount => ({
  direction: "N",
  vehicleClass: "4w",
  count: 1,
  ...over,
});

describe("a slot controller", () => {
  it.each(["00-11-22-AA-44-55", "00:11:22:aa:44:55", "001122AA4455", "row a", "7"])(
    "SLOT-1 LIVE-12 is found by its MAC address, its name and its uid: %s",
    (named) => {
      const controllers = [
        { id: 1, uid: "7", name: "Row A", mac: "001122aa4455" },
        { id: 2, uid: "8", name: "Row B", mac: "001122aa4456" },
      ];
      const device = { ...deviceOf(bidirectionalCamera), cameras: [], controllers };
      expect(findSource(site, { kind: "device", device }, named)?.controller).toBe(controllers[0]);
    },
  );
});

describe("a counting camera", () => {
  it.each<[string, Partial<VehicleCount>, readonly BaseVariable[], readonly [number, number][], string]>([
    ["a car in", {}, bothWays, [[2, 1]], "Counted 1 four-wheeler on entry"],
    [
      "three bikes out",
      { direction: "X", vehicleClass: "2w", count: 3 },
      bothWays,
      [[3, 3]],
      "Counted 3 two-wheelers on exit",
    ],
    ["an unknown class", { vehicleClass: null }, bothWays, [[2, 1]], "Counted 1 four-wheeler on entry"],
    ["an unknown direction", { direction: null }, bothWays, [], "Direction unknown: not counted"],
    [
      "no direction where it counts one way",
      { direction: null },
      entryOnly,
      [[2, 1]],
      "Counted 1 four-wheeler on entry",
    ],
    [
      "a direction it does not count",
      { direction: "X" },
      entryOnly,
      [],
      "This camera does not count four-wheelers on exit",
    ],
    ["nothing", { count: 0 }, bothWays, [], "No vehicle was counted"],
    ["a negative count", { count: -2 }, bothWays, [], "No vehicle was counted"],
    ["half a vehicle", { count: 0.5 }, bothWays, [], "No vehicle was counted"],
    ["a car without any variables", {}, [], [], "This camera does not count four-wheelers on entry"],
  ])("ENG-3 %s", (_case, over, variables, steps, reason) => {
    const counted = countVehicles(seen(over), variables, true);
    expect(counted.steps.map(({ variableId, delta }) => [variableId, delta])).toEqual(steps);
    expect(counted.trace.reason).toBe(reason);
    expect(counted.status).toBe(steps.length > 0 ? "PROCESSED" : "RECEIVED");
    expect(decisionTrace.parse(counted.trace)).toEqual(counted.trace);
  });

  it("ENG-3 lists the assumed class and direction", () => {
    const { trace } = countVehicles(seen({ direction: null, vehicleClass: null }), entryOnly, true);
    expect(trace.checks.map(({ text }) => text)).toEqual([
      "Direction: entry (camera setting)",
      "Unknown class, counted as a four-wheeler",
    ]);
  });
});

describe("a loop", () => {
  it("ENG-3 counts one vehicle per pulse in its direction", () => {
    const { steps, trace, status } = countPulse([variable(8, { direction: "X", current: 5 })], true);
    expect({ steps, status }).toEqual({ steps: [{ variableId: 8, delta: 1 }], status: "PROCESSED" });
    expect([trace.direction, trace.reason]).toEqual(["X", "One pulse on exit"]);
  });

  it("ENG-3 without a variable changes nothing", () => {
    expect(countPulse([], true)).toMatchObject({ steps: [], status: "RECEIVED" });
  });
});

describe("a tag's passage", () => {
  it.each([
    [true, true, [{ variableId: 6, delta: 1 }]],
    [true, false, []],
    [false, true, []],
    [false, false, []],
  ])("ENG-3 granted: %s, first read: %s", (isGranted, isNew, steps) => {
    expect(countTag({ isGranted, isNew }, [variable(6, { direction: "N" })])).toEqual(steps);
  });
});

describe("slots", () => {
  const noon = new Date("2026-03-10T12:00:00.000Z");
  const free = variable(1, { slot: "A1", current: 1 });
  const taken = variable(2, { slot: "A2", current: 0 });
  const report = (...slots: SlotReport["slots"]) => countSlots({ occurredAt: noon, slots }, [free, taken], true);

  it.each<[string, SlotReport["slots"], readonly [number, number][], string]>([
    ["that fill up", [{ name: "A1", state: "occupied" }], [[1, -1]], "Slots that changed: 1"],
    ["that become free", [{ name: "A2", state: "free" }], [[2, 1]], "Slots that changed: 1"],
    [
      "that are as before",
      [
        { name: "A1", state: "free" },
        { name: "A2", state: "occupied" },
      ],
      [],
      "No slot changed",
    ],
    [
      "that are reported twice",
      [
        { name: "A1", state: "free" },
        { name: "A1", state: "occupied" },
      ],
      [[1, -1]],
      "Slots that changed: 1",
    ],
    ["that are unknown", [{ name: "Z9", state: "free" }], [], "Slot Z9 is unknown"],
    ["that are none", [], [], "No slots reported"],
  ])("ENG-3 %s", (_case, slots, steps, reason) => {
    const counted = report(...slots);
    expect(counted.steps.map(({ variableId, delta }) => [variableId, delta])).toEqual(steps);
    expect(counted.trace.reason).toBe(reason);
    expect(decisionTrace.parse(counted.trace)).toEqual(counted.trace);
  });

  it("ENG-3 with an error keep their last state and are reported", () => {
    const counted = report(
      { name: "A1", state: "error" },
      { name: "A2", state: "free" },
      { name: "Z9", state: "error" },
    );
    expect(counted.slotErrors).toEqual(["A1"]);
    expect(counted.reportedIds).toEqual([2]);
    expect(counted.steps).toEqual([{ variableId: 2, delta: 1 }]);
    expect(counted.status).toBe("PROCESSED");
  });

  it("ENG-3 that were corrected manually take the state of the next report", () => {
    const corrected = variable(1, { slot: "A1", current: 3 });
    const report: SlotReport = { occurredAt: noon, slots: [{ name: "A1", state: "occupied" }] };
    expect(countSlots(report, [corrected], true).steps).toEqual([{ variableId: 1, delta: -3 }]);
  });

  it("ENG-4 ENG-3 ignore reports older than the last one", () => {
    const since = { ...free, reportedAt: new Date("2026-03-10T12:00:01.000Z") };
    const report: SlotReport = { occurredAt: noon, slots: [{ name: "A1", state: "occupied" }] };
    const counted = countSlots(report, [since], true);
    expect([counted.steps, counted.reportedIds, counted.status]).toEqual([[], [], "RECEIVED"]);
    expect(counted.trace.checks[0]?.text).toBe("Slot A1 has a newer report from 2026-03-10T12:00:01.000Z");
  });
});

it.each([
  ["Camera Counting", countVehicles(seen(), bothWays, false)],
  ["Loop Detector", countPulse(entryOnly, false)],
  [
    "EPLD",
    countSlots(
      { occurredAt: new Date(0), slots: [{ name: "A1", state: "error" }] },
      [variable(1, { slot: "A1" })],
      false,
    ),
  ],
])("MOD-3 %s changes nothing while it is inactive", (title, { steps, slotErrors, status, trace }) => {
  expect({ steps, slotErrors, status }).toEqual({ steps: [], slotErrors: [], status: "RECEIVED" });
  expect(trace.reason).toBe(`${title} is not active`);
});
