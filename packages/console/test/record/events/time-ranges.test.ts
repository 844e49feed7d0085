import { describe, expect, it } from "vitest";
import { findTimeRange, toTimeRange } from "../../../src/record/events/time-ranges.ts";

// 01:30 on 1 March in Kolkata, still February in UTC.
const now = new Date("2026-02-28T20:00:30.000Z");

describe("EVT-4 time filters of the event lists, in the site's time zone", () => {
  it.each([
    ["hour", "Asia/Kolkata", "2026-02-28T19:00:00.000Z", undefined],
    ["day", "Asia/Kolkata", "2026-02-27T20:00:00.000Z", undefined],
    ["week", "Asia/Kolkata", "2026-02-21T20:00:00.000Z", undefined],
    ["today", "Asia/Kolkata", "2026-02-28T18:30:00.000Z", undefined],
    ["yesterday", "Asia/Kolkata", "2026-02-27T18:30:00.000Z", "2026-02-28T18:30:00.000Z"],
    ["yesterday", "UTC", "2026-02-27T00:00:00.000Z", "2026-02-28T00:00:00.000Z"],
    ["last-month", "Asia/Kolkata", "2026-01-31T18:30:00.000Z", "2026-02-28T18:30:00.000Z"],
    ["last-month", "UTC", "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
    ["", "UTC", undefined, undefined],
  ])("EVT-4 %j in %s is from %s to %s", (name, timeZone, from, to) => {
    expect(toTimeRange(name, now, timeZone)).toEqual({ from, to });
  });

  it("EVT-4 last month is December in January", () => {
    const range = { from: "2025-12-01T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" };
    expect(toTimeRange("last-month", new Date("2026-01-15T12:00:00Z"), "UTC")).toEqual(range);
  });

  it("EVT-4 yesterday has 23 hours after the clocks went forward", () => {
    const range = { from: "2026-03-28T23:00:00.000Z", to: "2026-03-29T22:00:00.000Z" };
    expect(toTimeRange("yesterday", new Date("2026-03-30T12:00:00Z"), "Europe/Berlin")).toEqual(range);
  });

  it("EVT-4 the limits in a shared link are recognized as the filter that has them now", () => {
    const yesterday = toTimeRange("yesterday", now, "UTC");
    expect(findTimeRange(yesterday, now, "UTC")).toBe("yesterday");
    expect(findTimeRange(yesterday, new Date("2026-03-02T00:00:00Z"), "UTC")).toBeUndefined();
  });
});
