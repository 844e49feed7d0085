import { describe, expect, it } from "vitest";
import { toOccurrence } from "../src/timing/timing.ts";

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
  ])("ENG-4 %i ms from the server's time is %s and is stored unchanged", (ms, timing) => {
    const at = after(ms);
    expect(toOccurrence({ at, receivedAt, freshSeconds: 30 })).toEqual({ occurredAt: at, timing });
  });

  it("ENG-4 is the time of receipt if it can't be read, and is marked", () => {
    expect(toOccurrence({ at: new Date(Number.NaN), receivedAt, freshSeconds: 30 })).toEqual({
      occurredAt: receivedAt,
      timing: "unreadable",
    });
  });

  it("ENG-4 is the time of receipt for a device without a clock", () => {
    expect(toOccurrence({ at: null, receivedAt, freshSeconds: 30 })).toEqual({
      occurredAt: receivedAt,
      timing: "live",
    });
  });
});
