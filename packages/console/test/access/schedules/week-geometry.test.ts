import { describe, expect, it } from "vitest";
import { axisHours, changeWindow, toPieces, windowBetween } from "../../../src/access/schedules/week-geometry.ts";

const day = { from: "06:00", to: "18:00" };
const night = { from: "22:00", to: "06:00" };

describe("the drawing of a week", () => {
  it("RULE-2 an overnight window is one piece of its start day", () => {
    expect(toPieces([{ ...night, days: [5] }])).toEqual([{ index: 0, day: 5, start: 1320, end: 1800 }]);
  });

  it("RULE-2 a window without complete times is not drawn", () => {
    expect(toPieces([{ from: "22:00", to: "", days: [5] }])).toEqual([]);
  });

  it.each([
    [[], 24],
    [[{ ...day, days: [1] }], 24],
    [[{ ...night, days: [1] }], 30],
    [[{ from: "22:00", to: "06:15", days: [1] }], 36],
    [[{ from: "23:59", to: "23:59", days: [1] }], 48],
  ])("RULE-2 the axis of %j has %i hours", (windows, hours) => {
    expect(axisHours(windows)).toBe(hours);
  });

  it.each([
    [day, "move", 15, { from: "06:15", to: "18:15" }],
    [day, "move", -600, { from: "00:00", to: "12:00" }],
    [day, "move", 420, { from: "13:00", to: "01:00" }],
    [night, "move", 600, { from: "23:45", to: "07:45" }],
    [day, "end", 600, { from: "06:00", to: "04:00" }],
    [day, "end", 9000, { from: "06:00", to: "06:00" }],
    [day, "end", -9000, { from: "06:00", to: "06:15" }],
    [day, "start", -9000, { from: "00:00", to: "18:00" }],
    [day, "start", 9000, { from: "17:45", to: "18:00" }],
    [night, "start", 9000, { from: "23:45", to: "06:00" }],
    [night, "start", -9000, { from: "06:00", to: "06:00" }],
    [{ from: "", to: "06:00" }, "move", 15, { from: "", to: "06:00" }],
  ] as const)("RULE-2 %j, %s by %i minutes, is %j", (window, change, minutes, expected) => {
    expect(changeWindow(window, change, minutes)).toEqual(expected);
  });

  it.each([
    [360, 1080, "06:00", "18:00"],
    [1080, 360, "06:00", "18:00"],
    [1320, 1800, "22:00", "06:00"],
    [1500, 1560, "23:45", "02:00"],
    [360, 360, "06:00", "06:15"],
  ])("RULE-2 a drag from minute %i to %i is the window %s to %s", (one, other, from, to) => {
    expect(windowBetween(3, one, other)).toEqual({ days: [3], from, to });
  });
});
