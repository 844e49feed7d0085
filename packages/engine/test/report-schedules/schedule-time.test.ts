import { describe, expect, it } from "vitest";
import { lastRunAt, nextRunAt, periodOfRun, type ScheduleTimes } from "../../src/report-schedules/schedule-time.ts";

const daily: ScheduleTimes = { every: "daily", at: "06:00", weekday: null, monthDay: null };
const weekly: ScheduleTimes = { ...daily, every: "weekly", weekday: 7 };
const monthly: ScheduleTimes = { ...daily, every: "monthly", monthDay: 31 };
const berlin = "Europe/Berlin";

describe("the times of report schedules", () => {
  it.each([
    // In Berlin it is 05:59 and 06:00.
    ["a day", daily, "2026-07-10T03:59:00Z", "2026-07-09T04:00:00Z", "2026-07-10T04:00:00Z"],
    ["a day", daily, "2026-07-10T04:00:00Z", "2026-07-10T04:00:00Z", "2026-07-11T04:00:00Z"],
    ["a Sunday", weekly, "2026-07-10T12:00:00Z", "2026-07-05T04:00:00Z", "2026-07-12T04:00:00Z"],
    [
      "the last day of a shorter month",
      monthly,
      "2026-03-01T12:00:00Z",
      "2026-02-28T05:00:00Z",
      "2026-03-31T04:00:00Z",
    ],
    // The clocks skip from 02:00 to 03:00.
    [
      "a skipped time",
      { ...daily, at: "02:30" },
      "2026-03-29T12:00:00Z",
      "2026-03-29T01:30:00Z",
      "2026-03-30T00:30:00Z",
    ],
  ])("REP-6 finds the last and the next run on %s", (_, times, now, last, next) => {
    expect(lastRunAt(times, new Date(now), berlin)).toEqual(new Date(last));
    expect(nextRunAt(times, new Date(now), berlin)).toEqual(new Date(next));
  });

  it.each([
    ["daily", "2026-10-26T05:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
    ["weekly", "2026-07-06T04:00:00Z", "2026-06-28T22:00:00Z", "2026-07-05T22:00:00Z"],
    ["monthly", "2026-01-31T05:00:00Z", "2025-11-30T23:00:00Z", "2025-12-31T23:00:00Z"],
  ] as const)("REP-6 covers whole days of the site in a %s report", (every, dueAt, from, to) => {
    expect(periodOfRun(every, new Date(dueAt), berlin)).toEqual({ from: new Date(from), to: new Date(to) });
  });
});
