import { describe, expect, it } from "vitest";
import { seenVehicleTypeTitle } from "../src/fields/vehicle-type.ts";

describe("EVT-2 vehicle types have uniform names, whatever a camera sends", () => {
  it.each([
    ["2w", "Two-wheeler"],
    ["twoWheelVehicle", "Two-wheeler"],
    ["Motor-cycle", "Two-wheeler"],
    ["OIL_TANKER", "Oil tanker"],
    ["truck", "Truck"],
    ["vehicle", "Car"],
    ["mediumBus", "Medium bus"],
    ["constructor", "Constructor"],
    ["小型车", "小型车"],
  ])("%s reads %s", (word, text) => {
    expect(seenVehicleTypeTitle(word)).toBe(text);
  });
});
