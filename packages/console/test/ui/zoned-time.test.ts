import { describe, expect, it } from "vitest";
import { parseLocalTime, toLocalTime } from "../../src/ui/zoned-time.ts";

describe("ID-3 dates are entered in the site's time zone and stored in UTC", () => {
  it.each([
    ["2026-01-05T08:00", "UTC", "2026-01-05T08:00:00.000Z", "once"],
    ["2026-01-05T08:00", "Asia/Kolkata", "2026-01-05T02:30:00.000Z", "once"],
    ["2026-12-31T23:59", "Pacific/Auckland", "2026-12-31T10:59:00.000Z", "once"],
    ["2026-07-01T12:00", "Europe/Berlin", "2026-07-01T10:00:00.000Z", "once"],
    ["2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z", "once"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z", "never"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z", "once"],
    ["2026-10-25T01:59", "Europe/Berlin", "2026-10-24T23:59:00.000Z", "once"],
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z", "twice"],
    ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z", "once"],
    ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z", "twice"],
    ["2026-01-05T08:00", "Nowhere/Land", "2026-01-05T08:00:00.000Z", "once"],
  ])("ID-3 %s in %s is %s, which occurs %s", (reading, timeZone, at, occurs) => {
    expect(parseLocalTime(reading, timeZone)).toEqual({ at: new Date(at), occurs });
  });

  it.each(["", "soon", "20260-01-01T00:00"])("ID-3 %j is not a time", (reading) => {
    expect(parseLocalTime(reading, "UTC")).toBeUndefined();
  });

  it.each([
    ["2026-01-05T02:30:00.000Z", "Asia/Kolkata", "2026-01-05T08:00"],
    ["2026-10-25T00:30:00.000Z", "Europe/Berlin", "2026-10-25T02:30"],
    ["2026-10-25T01:30:00.000Z", "Europe/Berlin", "2026-10-25T02:30"],
    ["2026-12-31T23:59:59.999Z", "UTC", "2026-12-31T23:59"],
  ])("ID-3 %s in %s is %s local time", (at, timeZone, reading) => {
    expect(toLocalTime(new Date(at), timeZone)).toBe(reading);
  });
});
