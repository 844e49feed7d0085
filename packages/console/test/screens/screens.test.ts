import { describe, expect, it } from "vitest";
import { atMost, availabilityOf, formatCount, freeShare } from "../../src/screens/count.ts";
import { elapsedMs, freshnessAfter, staleNote } from "../../src/screens/freshness.ts";

describe("LIVE-8 a number of spaces", () => {
  it.each([
    [42, "42", "free"],
    [1204, "1,204", "free"],
    [1.9, "1", "free"],
    [0.4, "0", "full"],
    [0, "0", "full"],
    [-3, "–", "full"],
    [Number.NaN, "–", "unknown"],
    [Number.POSITIVE_INFINITY, "–", "unknown"],
    [undefined, "–", "unknown"],
  ] as const)("LIVE-8 %s is shown as %s and %s", (value, text, availability) => {
    expect([formatCount(value), availabilityOf(value)]).toEqual([text, availability]);
  });

  it.each([
    [30, 120, 30],
    [1462, 260, 260],
    [-3, 260, -3],
    [30, -5, 30],
    [undefined, 120, undefined],
    [30, undefined, 30],
  ] as const)("LIVE-8 of %s free spaces in %s, %s are shown", (free, total, shown) => {
    expect(atMost(free, total)).toBe(shown);
  });

  it.each([
    [30, 120, 0.25],
    [130, 120, 1],
    [-5, 120, 0],
    [5, 0, undefined],
    [undefined, 120, undefined],
    [5, undefined, undefined],
  ] as const)("LIVE-8 %s of %s is a share of %s", (free, total, share) => {
    expect(freeShare(free, total)).toBe(share);
  });
});

describe("LIVE-8 the age of values", () => {
  it.each([
    [0, "current"],
    [14_999, "current"],
    [15_000, "stale"],
    [299_999, "stale"],
    [300_000, "hidden"],
  ] as const)("LIVE-8 after %i ms without confirmation they are %s", (ms, freshness) => {
    expect(freshnessAfter(ms)).toBe(freshness);
  });

  it("LIVE-8 counts time that only one of the clocks saw, such as sleep", () => {
    const since = { monotonicMs: 1_000, wallMs: 50_000 };
    expect(elapsedMs(since, { monotonicMs: 2_000, wallMs: 80_000 })).toBe(30_000);
    expect(elapsedMs(since, { monotonicMs: 31_000, wallMs: 20_000 })).toBe(30_000);
  });

  it.each([
    ["current", undefined],
    ["stale", "Data from 12:03"],
    ["hidden", "No data since 12:03"],
  ] as const)("LIVE-8 %s values get the note %s", (freshness, note) => {
    const at = "2026-03-01T06:33:10.000Z";
    expect(staleNote(freshness, at, "Asia/Kolkata", new Date("2026-03-01T06:40:00.000Z"))).toBe(note);
  });

  it("LIVE-8 names the day of values from another day", () => {
    const note = staleNote("hidden", "2026-03-01T06:33:10.000Z", "UTC", new Date("2026-03-02T06:40:00.000Z"));
    expect(note).toBe("No data since 1 Mar 2026, 06:33");
  });
});
