import { decisionTrace } from "@gatehouse/contract/entities/event";
import { describe, expect, it } from "vitest";
import { classOf, evaluateSpeed, type SpeedQuestion } from "../src/overspeed/overspeed.ts";

const seen = (over: Partial<SpeedQuestion> = {}): SpeedQuestion => ({
  plate: { raw: "MH 12 AB 1234", normalized: "MH12AB1234" },
  vehicleType: "CAR",
  speed: 62.4,
  lane: { name: "Lane 1", speedLimit2w: 40, speedLimit4w: 50 },
  timing: "live",
  isAfterwards: false,
  isModuleActive: true,
  ...over,
});

describe("a vehicle's speed", () => {
  it.each<[string, Partial<SpeedQuestion>, boolean, number | null]>([
    ["a car above 50", { speed: 50.01 }, true, 50],
    ["a car at 50", { speed: 50 }, false, 50],
    ["a two-wheeler above 40", { vehicleType: "2W", speed: 41 }, true, 40],
    ["a cycle at 40", { vehicleType: "CYCLE", speed: 40 }, false, 40],
    ["an unknown type at 45", { vehicleType: "SPACESHIP", speed: 45 }, false, 50],
    ["a vehicle without a type at 51", { vehicleType: null, speed: 51 }, true, 50],
    ["a car without a lane", { lane: null }, false, null],
    ["a car without a speed", { speed: null }, false, 50],
    ["a speed that is not a number", { speed: Number.NaN }, false, 50],
  ])("ENG-2 %s", (_case, over, isOverspeed, speedLimit) => {
    const decision = evaluateSpeed(seen(over));
    expect([decision.isOverspeed, decision.speedLimit]).toEqual([isOverspeed, speedLimit]);
    expect(decision.status).toBe(isOverspeed ? "PROCESSED" : "RECEIVED");
  });

  it.each<[string, Partial<SpeedQuestion>, string | null]>([
    ["plate, speed and limit", {}, "MH12AB1234\n63 KMPH LIMIT 50"],
    ["more than the limit, however small the excess", { speed: 50.01 }, "MH12AB1234\n51 KMPH LIMIT 50"],
    ["only the speed if no plate was read", { plate: null }, "63 KMPH LIMIT 50"],
    ["nothing for a vehicle within the limit", { speed: 50 }, null],
    ["nothing for a late event", { timing: "late" }, null],
    ["nothing for a future event", { timing: "future" }, null],
    ["nothing for a passage that has ended", { isAfterwards: true }, null],
  ])("ENG-2 the sign shows %s", (_case, over, text) => {
    expect(evaluateSpeed(seen(over)).signText).toBe(text);
  });

  it("ENG-2 ENG-4 a late event can still be overspeed", () => {
    expect(evaluateSpeed(seen({ timing: "late" })).status).toBe("PROCESSED");
  });

  it("MOD-3 an inactive module detects nothing", () => {
    const { isOverspeed, status, signText, trace } = evaluateSpeed(seen({ isModuleActive: false }));
    expect({ isOverspeed, status, signText }).toEqual({ isOverspeed: false, status: "RECEIVED", signText: null });
    expect(trace.reason).toBe("Overspeed Detection is not active");
  });

  it("EVT-2 is written with two decimals, beside the limit in kmph", () => {
    const { trace } = evaluateSpeed(seen());
    expect(trace.reason).toBe("62.40 kmph where 50 kmph are allowed");
    expect(trace.checks.map(({ text }) => text)).toEqual([
      "Overspeed Detection is active",
      "Drove 62.40 kmph",
      "Lane 1 allows 50 kmph to four-wheelers",
    ]);
    expect(decisionTrace.parse(trace)).toEqual(trace);
  });
});

it.each([
  ["2W", "2w"],
  ["CYCLE", "2w"],
  ["4W", "4w"],
  ["TRUCK", "4w"],
  ["toString", "4w"],
  [null, "4w"],
])("ENG-2 the vehicle type %s is of class %s", (vehicleType, vehicleClass) => {
  expect(classOf(vehicleType)).toBe(vehicleClass);
});
