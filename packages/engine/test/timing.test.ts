import { describe, expect, it } from "vitest";
import { occurrenceOf } from "../src/timing/timing.ts";

const receivedAt = new Date("2026-03-10T12:00:00.000Z");
const after = (ms: number) => new Date(receivedAt.getTime() + ms);

describe("an event's time", () => {
  it.each([
    [0, "live"],
    [-30_000, "live"],
    [-30_001, "late"],
    [30_000, "live"],
    [30_001, "future"],
    [-86_400_000, "late"],
    [Number.NaN, "late"],
  ])("ENG-4 %i ms from now by the device's clock is %s, and stays its own time", (ms, timing) => {
    const at = after(ms);
    expect(occurrenceOf({ at, receivedAt, freshSeconds: 30 })).toEqual({ occurredAt: at, timing });
  });

  it("ENG-4 is now for a device without a clock", () => {
    expect(occurrenceOf({ at: null, receivedAt, freshSeconds: 30 })).toEqual({
      occurredAt: receivedAt,
      timing: "live",
    });
  });
});
