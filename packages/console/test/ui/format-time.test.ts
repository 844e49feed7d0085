import { describe, expect, it } from "vitest";
import { formatRelativeTime } from "../../src/ui/format-time.ts";

const now = new Date("2026-11-15T12:00:00.000Z");

describe("ALERT-1 the time of an alert", () => {
  it.each([
    ["2026-11-15T11:59:30.000Z", "UTC", "just now"],
    ["2026-11-15T12:01:30.000Z", "UTC", "just now"],
    ["2026-11-15T14:00:00.000Z", "UTC", "14:00"],
    ["2098-01-01T00:00:00.000Z", "UTC", "1 Jan 2098, 00:00"],
    ["2026-11-15T11:56:00.000Z", "UTC", "4 min ago"],
    ["2026-11-15T11:00:01.000Z", "UTC", "59 min ago"],
    ["2026-11-15T10:30:00.000Z", "UTC", "10:30"],
    ["2026-11-15T10:30:00.000Z", "Asia/Kolkata", "16:00"],
    ["2026-11-14T10:30:00.000Z", "UTC", "14 Nov 2026, 10:30"],
    ["2026-11-15T10:30:00.000Z", "Nowhere/Land", "10:30"],
  ])("ALERT-1 %s in %s reads %s", (at, timeZone, short) => {
    expect(formatRelativeTime(new Date(at), now, timeZone).short).toBe(short);
  });

  it("ALERT-1 in full has the date, the time and the zone", () => {
    const { full } = formatRelativeTime(new Date("2026-11-14T10:30:00.000Z"), now, "Asia/Kolkata");
    expect(full).toMatch(/14 November 2026.*16:00:00/);
  });
});
