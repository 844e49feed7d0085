import { describe, expect, it } from "vitest";
import { type DriftFacts, findDrifts, type SourceCount } from "../../src/area-count/drift.ts";

const facts = (over: Partial<DriftFacts> = {}): DriftFacts => ({
  passages: 2_000,
  missedExits: 0,
  missedEntries: 0,
  faults: [],
  ...over,
});
const gates = (count: number): SourceCount => ({ source: "gates", count });
const slots = (count: number): SourceCount => ({ source: "slots", count });
const loops = (count: number): SourceCount => ({ source: "loops", count });

describe("drift", () => {
  it.each([
    [100, 105, []],
    [100, 106, [-6]],
    [106, 100, [6]],
  ])(
    "OPS-7 %d by gates and %d by slots after 2,000 passages differ by more than chance: %j",
    (one, other, expected) => {
      expect(findDrifts(gates(one), [slots(other)], facts()).map(({ difference }) => difference)).toEqual(expected);
    },
  );

  it.each([
    [
      "a fault of a device",
      gates(20),
      slots(10),
      { faults: ["Reader 2 is offline."], missedExits: 9 },
      "Reader 2 is offline.",
    ],
    [
      "missed exits",
      gates(20),
      slots(10),
      { missedExits: 9 },
      "Missed exits: 9 vehicles entered and were not seen leaving.",
    ],
    [
      "a missed entry",
      gates(10),
      slots(20),
      { missedEntries: 1 },
      "Missed entries: one vehicle left that was not seen entering.",
    ],
    ["unread exits", slots(10), gates(20), {}, "Vehicles left without being read at a gate."],
    [
      "tailgating",
      slots(20),
      gates(10),
      {},
      "Vehicles entered without being read at a gate, such as two vehicles on one opening.",
    ],
    [
      "the sources",
      loops(20),
      slots(10),
      {},
      "Loops missed vehicles that left or counted some twice, or parking slots missed vehicles that entered.",
    ],
  ])("OPS-7 names %s as the likely cause", (_, leading, other, over, cause) => {
    expect(findDrifts(leading, [other], facts({ passages: 100, ...over }))).toMatchObject([{ cause }]);
  });
});
