import type { Variable } from "@gatehouse/contract/entities/variable";
import { describe, expect, it } from "vitest";
import { findBundles, groupChoices, listChoices } from "../../../src/record/variables/equation-choices.ts";

const common: Omit<Variable, "id" | "name" | "type" | "value"> = {
  version: 1,
  scope: "cc",
  publish: false,
  publishedAt: null,
  isPublishing: false,
  computedValue: 0,
  totalCapacity: null,
  displayName: null,
  maxValue: null,
  cameraId: null,
  sensorId: null,
  sourceName: null,
  examples: [],
};
const base = (id: number, name: string, cameraId: number, sourceName = "Ramp"): Variable => ({
  ...common,
  id,
  name,
  type: "base",
  value: [],
  cameraId,
  sourceName,
});
const dynamic = (id: number, name: string, ids: number[]): Variable => ({
  ...common,
  id,
  name,
  type: "dynamic",
  value: ids.map((of) => ({ type: "variable", id: of })),
});

const camera = [
  base(1, "Ramp 2w Entry", 7),
  base(2, "Ramp 4w Entry", 7),
  base(3, "Ramp 2w Exit", 7),
  base(4, "Ramp 4w Exit", 7),
];
const all = [...camera, base(5, "Gate 4w Entry", 8, "Gate"), dynamic(6, "Sum", [1])];
const form = { type: "camera", sourceId: 7, edited: undefined, first: undefined } as const;
const errors = (first: string) =>
  listChoices(all, { ...form, first }).filter(({ refused }) => refused === "Entry and exit cannot be mixed");

describe("variables that an equation can use", () => {
  it("VAR-3 for a camera variable: the values of that camera", () => {
    expect(listChoices(all, form).map(({ variable }) => variable.id)).toEqual([1, 2, 3, 4]);
  });

  it("VAR-4 no exit after an entry, and the reverse", () => {
    expect(errors("Ramp 2w Entry").map(({ variable }) => variable.id)).toEqual([3, 4]);
    expect(errors("Ramp 2w Exit").map(({ variable }) => variable.id)).toEqual([1, 2]);
  });

  it("VAR-8 for a dynamic variable: all but itself and its dependents, base variables last", () => {
    const grown = [...all, dynamic(9, "Sum of sums", [6])];
    const choices = listChoices(grown, { ...form, type: "dynamic", sourceId: undefined, edited: grown[5] });
    expect(choices.filter(({ refused }) => refused).map(({ variable }) => variable.id)).toEqual([6, 9]);
    expect(choices.at(-1)?.variable.type).toBe("base");
  });

  it("are searched by any part of the name and grouped by source", () => {
    const choices = listChoices(all, { ...form, type: "dynamic", sourceId: undefined });
    const { groups, hidden } = groupChoices(choices, " 4W en ", 100);
    expect(groups.map(({ source }) => source)).toEqual(["Ramp", "Gate"]);
    expect(hidden).toBe(0);
    expect(groupChoices(choices, "", 4).hidden).toBe(2);
  });
});

describe("VAR-4 bundles", () => {
  const choices = listChoices(all, form);

  it("contain entries or exits, never both", () => {
    expect(findBundles(choices, new Set(), "counts")).toEqual([
      { label: "Add all 2 entries", ids: [1, 2] },
      { label: "Add all 2 exits", ids: [3, 4] },
    ]);
  });

  it("contain what the first choice allows and the equation does not have yet", () => {
    const slots = [base(1, "N Slot 1", 7), base(2, "N Slot 2", 7), base(3, "N Slot 3", 7)];
    expect(findBundles(listChoices(slots, form), new Set([2]), "slots")).toEqual([
      { label: "Add all 2 slots", ids: [1, 3] },
    ]);
  });

  it("are not offered for a single variable", () => {
    expect(findBundles(choices.slice(0, 1), new Set(), "counts")).toEqual([]);
  });
});
