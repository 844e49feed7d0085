import { describe, expect, it } from "vitest";
import { isLampLit, lampLook } from "../src/entities/display/display.ts";

const values = new Map([
  [1, 42],
  [2, 1],
  [3, 0],
  [4, -3],
  [5, 0.5],
]);
const currentOf = (id: number) => values.get(id);

describe("a lamp that follows a variable", () => {
  it.each([
    ["lit while many places are free", 1, true],
    ["lit for the last place", 2, true],
    ["lit for a part of one", 5, true],
    ["off when nothing is free", 3, false],
    ["off below zero", 4, false],
    ["off when the variable is gone", 9, false],
    ["off when none is chosen", 0, false],
  ])("DISP-2 is %s", (_case, variableId, isLit) => {
    expect(isLampLit(variableId, currentOf)).toBe(isLit);
  });

  it("DISP-2 is off without a variable, whatever value id 0 has", () => {
    expect(isLampLit(0, () => 7)).toBe(false);
  });
});

describe("the state of an indicator", () => {
  it.each([
    ["its variable: free", 1, false, "lit"],
    ["its variable: full", 3, false, "off"],
    ["a command, also when it is full", 3, true, "lit"],
    ["a command and its variable alike", 1, true, "lit"],
    ["a command where none is chosen", 0, true, "lit"],
  ] as const)("DISP-5 of EPLD is %s", (_case, variableId, isSwitched, look) => {
    expect(lampLook({ scope: "epld", atRest: null, variableId }, currentOf, isSwitched)).toBe(look);
  });

  it.each([
    ["red at rest", "r", false, "r"],
    ["green while the red one is switched", "r", true, "g"],
    ["green at rest", "g", false, "g"],
    ["red while the green one is switched", "g", true, "r"],
    ["off at rest", null, false, "off"],
    ["green, for go, while one without a colour is switched", null, true, "g"],
  ] as const)("DISP-5 of a gate is %s", (_case, atRest, isSwitched, look) => {
    expect(lampLook({ scope: "ac", atRest, variableId: 1 }, currentOf, isSwitched)).toBe(look);
  });
});
