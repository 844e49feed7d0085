import { vehicleTypes } from "@gatehouse/contract/fields/vehicle-type";
import { describe, expect, it } from "vitest";
import { decideAccess } from "../src/access/decide.ts";
import { asked, at, identifier } from "./question.ts";

const tag = { type: "RFID", raw: "E200-34", normalized: "E20034" } as const;

describe("the vehicle type of a tag", () => {
  it.each<[string, readonly string[], string, boolean]>([
    ["is selected", ["CAR", "TRUCK"], "TRUCK", true],
    ["is selected in another case", ["CAR"], " car ", true],
    ["is not selected", ["CAR"], "TRUCK", false],
    ["is not one of the codes", ["CAR"], "Forklift", false],
    ["does not matter without a selection", [], "TRUCK", true],
    ["does not matter if all are selected", vehicleTypes, "Forklift", true],
  ])("LIVE-5 %s", (_title, rfidVehicleTypes, vehicleType, isGranted) => {
    const question = asked({ read: tag, rfidVehicleTypes, identifiers: [identifier({ vehicleType })] });
    expect(decideAccess(question).isGranted).toBe(isGranted);
  });

  it("LIVE-5 is the reason of the denial, and listed as a check either way", () => {
    const decide = (vehicleType: string) =>
      decideAccess(asked({ read: tag, rfidVehicleTypes: ["CAR"], identifiers: [identifier({ vehicleType })] })).trace;
    expect(decide("OIL_TANKER").reason).toBe("Vehicle type Oil tanker is not allowed for tags");
    expect(decide("OIL_TANKER").candidates[0]?.checks).toContainEqual({
      text: "Vehicle type Oil tanker is not allowed for tags",
      isPassed: false,
    });
    expect(decide("CAR").candidates[0]?.checks).toContainEqual({ text: "Vehicle type Car is allowed", isPassed: true });
  });

  it("LIVE-5 comes before an expired validity", () => {
    const known = identifier({ vehicleType: "TRUCK", validTo: at("08:00") });
    const { trace } = decideAccess(asked({ read: tag, rfidVehicleTypes: ["CAR"], identifiers: [known] }));
    expect(trace.reason).toBe("Vehicle type Truck is not allowed for tags");
  });

  it("LIVE-5 does not limit plates", () => {
    const question = asked({ rfidVehicleTypes: ["CAR"], identifiers: [identifier({ vehicleType: "TRUCK" })] });
    expect(decideAccess(question).isGranted).toBe(true);
  });
});
