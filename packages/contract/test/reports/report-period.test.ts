import { describe, expect, it } from "vitest";
import { periodAround, periodBefore } from "../../src/reports/report.ts";

const cases = [
  ["day", "2026-11-16T09:00:00Z", "Asia/Kolkata", "2026-11-15T18:30:00.000Z", "2026-11-16T18:30:00.000Z"],
  ["day", "2026-10-25T12:00:00Z", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ["day", "2026-03-29T12:00:00Z", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
  // The clocks skip this midnight: the day starts at 01:00.
  ["day", "2026-04-24T12:00:00Z", "Africa/Cairo", "2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z"],
  ["week", "2026-10-25T12:00:00Z", "Europe/Berlin", "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ["week", "2026-11-16T00:00:00Z", "UTC", "2026-11-16T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
  ["month", "2026-12-31T23:30:00Z", "Europe/Berlin", "2026-12-31T23:00:00.000Z", "2027-01-31T23:00:00.000Z"],
  ["month", "2026-10-01T00:00:00Z", "Europe/Berlin", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
] as const;

describe("the period of a report", () => {
  it.each(cases)("REP-2 is the %s of %s in %s", (step, at, zone, from, to) => {
    const period = periodAround(step, new Date(at), zone);
    expect([period.from.toISOString(), period.to.toISOString()]).toEqual([from, to]);
  });

  it.each([
    ["day", "2026-10-26T08:00:00Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["week", "2026-10-26T08:00:00Z", "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["month", "2026-11-01T08:00:00Z", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ] as const)("REP-6 before a time is the last complete %s", (step, at, from, to) => {
    const period = periodBefore(step, new Date(at), "Europe/Berlin");
    expect([period.from.toISOString(), period.to.toISOString()]).toEqual([from, to]);
  });
});
