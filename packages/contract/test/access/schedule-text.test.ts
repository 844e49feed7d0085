import { describe, expect, it } from "vitest";
import { formatWindows } from "../../src/entities/access/schedule.ts";

describe("a schedule as text", () => {
  it.each([
    [[], "Never open"],
    [[{ days: [1, 2, 3, 4, 5], from: "06:00", to: "18:00" }], "Mon–Fri 06:00–18:00"],
    [[{ days: [7, 6], from: "08:00", to: "12:00" }], "Sat, Sun 08:00–12:00"],
    [[{ days: [1, 3, 4, 5], from: "08:00", to: "12:00" }], "Mon, Wed–Fri 08:00–12:00"],
    [[{ days: [5], from: "22:00", to: "06:00" }], "Fri 22:00–06:00 (next day)"],
    [[{ days: [5], from: "22:00", to: "00:00" }], "Fri 22:00–00:00"],
    [[{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00" }], "Every day all day"],
    [
      [
        { days: [1], from: "06:00", to: "12:00" },
        { days: [2], from: "06:00", to: "06:00" },
      ],
      "Mon 06:00–12:00, Tue 06:00–06:00 (next day)",
    ],
  ])("RULE-2 %j reads: %s", (windows, text) => {
    expect(formatWindows(windows)).toBe(text);
  });
});
