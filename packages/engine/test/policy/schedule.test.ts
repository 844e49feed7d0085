import { overlappingDaily, overlappingWeekly } from "@gatehouse/contract/entities/access/schedule";
import { describe, expect, it } from "vitest";
import {
  compileSchedule,
  nearestWindow,
  openWindow,
  type ScheduleInput,
  toLocalTime,
} from "../../src/policy/schedule.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const schedule = (windows: ScheduleInput["windows"], exceptions: ScheduleInput["exceptions"] = []) =>
  compileSchedule({ id: 1, name: "Shift", windows, exceptions });
const isOpen = (compiled: ReturnType<typeof schedule>, at: string, zone = "Europe/Berlin") =>
  openWindow(compiled, toLocalTime(new Date(at), zone)) !== null;

const night = schedule([{ days: [1, 2, 3, 4, 5], from: "22:00", to: "06:00" }]);
const day = schedule([{ days: everyDay, from: "06:00", to: "18:00" }]);
const early = schedule([{ days: everyDay, from: "02:30", to: "04:00" }]);
const skipped = schedule([{ days: everyDay, from: "02:00", to: "03:00" }]);
const whole = schedule([{ days: [3], from: "00:00", to: "00:00" }]);

describe("a schedule in the zone of the site", () => {
  it.each([
    ["opens at its start", day, "2026-06-10T04:00:00Z", true],
    ["is open until just before its end", day, "2026-06-10T15:59:59.999Z", true],
    ["is closed at its end", day, "2026-06-10T16:00:00Z", false],
    ["is open before midnight of an overnight window", night, "2026-06-08T21:59:00Z", true],
    ["is open after midnight of an overnight window", night, "2026-06-09T03:59:59Z", true],
    ["closes at the end of an overnight window", night, "2026-06-09T04:00:00Z", false],
    ["belongs to its start day: Friday night lasts until Saturday", night, "2026-06-13T03:00:00Z", true],
    ["does not start on a day that it does not have", night, "2026-06-13T21:00:00Z", false],
    ["does not start on Sunday night before Monday", night, "2026-06-15T01:00:00Z", false],
    ["lasts a whole day from 00:00 to 00:00", whole, "2026-06-10T21:59:59Z", true],
    ["ends with that day", whole, "2026-06-10T22:00:00Z", false],
    ["opens at the first instant after the skipped hour", early, "2026-03-29T01:00:00Z", true],
    ["is closed right before the skipped hour", early, "2026-03-29T00:59:59Z", false],
    ["never opens within the skipped hour", skipped, "2026-03-29T01:00:00Z", false],
    ["counts the repeated hour the first time", early, "2026-10-25T00:30:00Z", true],
    ["counts the repeated hour the second time", early, "2026-10-25T01:30:00Z", true],
    ["is closed in the repeated hour before its start", early, "2026-10-25T01:15:00Z", false],
  ])("RULE-2 %s", (_title, compiled, at, expected) => {
    expect(isOpen(compiled, at)).toBe(expected);
  });

  it("RULE-2 follows another time zone", () => {
    expect(isOpen(day, "2026-06-10T04:00:00Z", "Asia/Kolkata")).toBe(true);
    expect(isOpen(day, "2026-06-10T00:00:00Z", "Asia/Kolkata")).toBe(false);
    expect(isOpen(day, "2026-06-10T04:00:00Z", "America/New_York")).toBe(false);
  });

  const holiday = schedule(
    [{ days: everyDay, from: "20:00", to: "04:00" }],
    [
      { date: "2026-12-25", windows: [] },
      { date: "2026-12-26", windows: [{ from: "10:00", to: "12:00" }] },
      { date: "2028-02-29", windows: [] },
    ],
  );

  it.each([
    ["a night shift is not cut at midnight before a holiday", "2026-12-25T02:00:00Z", true],
    ["no window starts on a closed holiday", "2026-12-25T20:00:00Z", false],
    ["nor continues after it", "2026-12-26T01:00:00Z", false],
    ["a holiday has windows of its own", "2026-12-26T09:30:00Z", true],
    ["which replace those of the weekday", "2026-12-26T20:00:00Z", false],
    ["29 February is closed in a leap year", "2028-02-29T20:00:00Z", false],
    ["and only then", "2027-02-28T20:00:00Z", true],
    ["the day after is open again", "2028-03-01T20:00:00Z", true],
  ])("RULE-2 %s", (_title, at, expected) => {
    expect(isOpen(holiday, at)).toBe(expected);
  });

  it("RULE-2 without windows is never open and has no nearest window", () => {
    const never = schedule([]);
    expect(isOpen(never, "2026-06-10T10:00:00Z")).toBe(false);
    expect(nearestWindow(never, toLocalTime(new Date("2026-06-10T10:00:00Z"), "UTC"))).toBeNull();
  });

  it.each([
    ["2026-06-10T16:07:00Z", day, { kind: "until", text: "18:00", was: "18:07", missedByMs: 420_000 }],
    ["2026-06-10T03:50:00Z", day, { kind: "from", text: "06:00", was: "05:50", missedByMs: 600_000 }],
    [
      "2026-06-14T18:00:00Z",
      night,
      { kind: "from", text: "Monday 22:00", was: "Sunday 20:00", missedByMs: 93_600_000 },
    ],
    [
      "2026-06-13T16:00:00Z",
      night,
      { kind: "until", text: "Saturday 06:00", was: "Saturday 18:00", missedByMs: 43_200_000 },
    ],
  ])("RULE-8 finds the nearest window at %s", (at, compiled, expected) => {
    expect(nearestWindow(compiled, toLocalTime(new Date(at), "Europe/Berlin"))).toEqual(expected);
  });
});

describe("overlapping windows", () => {
  it.each([
    [
      "apart",
      [
        { days: [1], from: "06:00", to: "12:00" },
        { days: [1], from: "12:00", to: "18:00" },
      ],
      [],
    ],
    [
      "on one day",
      [
        { days: [1], from: "06:00", to: "12:00" },
        { days: [1], from: "11:59", to: "18:00" },
      ],
      [1],
    ],
    [
      "on other days",
      [
        { days: [1], from: "06:00", to: "12:00" },
        { days: [2], from: "06:00", to: "12:00" },
      ],
      [],
    ],
    [
      "after midnight",
      [
        { days: [1], from: "22:00", to: "06:00" },
        { days: [2], from: "05:00", to: "07:00" },
      ],
      [1],
    ],
    [
      "over the end of the week",
      [
        { days: [1], from: "05:00", to: "07:00" },
        { days: [7], from: "22:00", to: "06:00" },
      ],
      [1],
    ],
    ["of a window with itself", [{ days: [1, 2], from: "00:00", to: "00:00" }], []],
  ])("RULE-2 %s", (_title, windows, expected) => {
    expect(overlappingWeekly(windows)).toEqual(expected);
  });

  it("RULE-2 on a date of its own", () => {
    expect(
      overlappingDaily([
        { from: "08:00", to: "12:00" },
        { from: "10:00", to: "11:00" },
      ]),
    ).toEqual([1]);
    expect(
      overlappingDaily([
        { from: "08:00", to: "12:00" },
        { from: "20:00", to: "04:00" },
      ]),
    ).toEqual([]);
  });
});
