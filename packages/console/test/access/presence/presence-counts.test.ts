import { describe, expect, it } from "vitest";
import { presenceCounts } from "../../../src/access/presence/presence-counts.ts";

const areas = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 3, parentId: 2 },
];

describe("the vehicles in each area", () => {
  it("RULE-5 include those of areas within it", () => {
    const counts = presenceCounts(areas, [{ areaId: 3 }, { areaId: 3 }, { areaId: 1 }]);
    expect([...counts].sort()).toEqual([
      [1, 3],
      [2, 2],
      [3, 2],
    ]);
  });

  it("RULE-5 are counted although an outdated list of areas has a cycle, or lacks an area", () => {
    const cyclic = [
      { id: 1, parentId: 2 },
      { id: 2, parentId: 1 },
    ];
    expect([...presenceCounts(cyclic, [{ areaId: 1 }, { areaId: 9 }])].sort()).toEqual([
      [1, 1],
      [2, 1],
      [9, 1],
    ]);
  });
});
