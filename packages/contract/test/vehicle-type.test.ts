import { describe, expect, it } from "vitest";
import { formatVehicleType } from "../src/entities/event/format-vehicle-type.ts";

describe("EVT-2 vehicle types have uniform names, whatever a camera sends", () => {
  it.each([
    ["2w", "Two-wheeler"],
    ["OIL_TANKER", "Oil tanker"],
    ["truck", "Truck"],
    ["twoWheelVehicle", "Two wheel vehicle"],
    ["VEHICLE", "Vehicle"],
  ])("%s reads %s", (code, text) => {
    expect(formatVehicleType(code)).toBe(text);
  });
});
