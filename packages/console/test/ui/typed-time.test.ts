import { describe, expect, it } from "vitest";
import { formatTypedDate, formatTypedTime, parseTypedDate, parseTypedTime } from "../../src/ui/typed-time.ts";

describe("dates are typed as the pages write them", () => {
  it.each([
    ["15 Nov 2026", "2026-11-15"],
    ["1 september 2026", "2026-09-01"],
    ["01-Sept-2026", "2026-09-01"],
    ["2026-11-15", "2026-11-15"],
    ["29 Feb 2028", "2028-02-29"],
    ["31 Feb 2026", undefined],
    ["15 Foo 2026", undefined],
    ["05/06/2026", undefined],
    ["15 Nov", undefined],
    ["", undefined],
  ])("%s", (text, date) => expect(parseTypedDate(text)).toBe(date));

  it.each([
    ["15 Nov 2026, 18:07", "2026-11-15T18:07"],
    ["15 Nov 2026 8:07", "2026-11-15T08:07"],
    ["2026-11-15T18:07", "2026-11-15T18:07"],
    ["2026-11-15 18:07", "2026-11-15T18:07"],
    ["15 Nov 2026", undefined],
    ["15 Nov 2026, 24:00", undefined],
    ["18:07", undefined],
  ])("with a time: %s", (text, reading) => expect(parseTypedTime(text)).toBe(reading));

  it("and shown in the same way, whatever was typed", () => {
    expect([formatTypedDate("2026-11-05"), formatTypedTime("2026-11-05T08:07")]).toEqual([
      "5 Nov 2026",
      "5 Nov 2026, 08:07",
    ]);
    expect([formatTypedDate("5 No"), formatTypedTime("tomorrow")]).toEqual(["5 No", "tomorrow"]);
  });

  it("every month can be typed as it is shown", () => {
    const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}-15`);
    expect(days.map((day) => parseTypedDate(formatTypedDate(day)))).toEqual(days);
  });
});
