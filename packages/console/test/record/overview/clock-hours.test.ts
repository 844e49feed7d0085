import { describe, expect, it } from "vitest";
import { countByWeekHour, nameHours, valuesAt } from "../../../src/record/overview/clock-hours.ts";

const timeZone = "Europe/Berlin";
const hourMs = 3_600_000;

/** The hours of a day of the site; the value of each is its place. */
function hours(from: string, to: string) {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (end - start) / hourMs }, (_, index) => ({
    at: new Date(start + index * hourMs).toISOString(),
    value: index,
  }));
}

const usual = hours("2026-11-01T00:00+01:00", "2026-11-02T00:00+01:00");
const long = hours("2026-10-25T00:00+02:00", "2026-10-26T00:00+01:00");
const short = hours("2027-03-28T00:00+01:00", "2027-03-29T00:00+02:00");
const sum = { timeZone, join: (first: number | null, second: number | null) => (first ?? 0) + (second ?? 0) };

describe("OPS-1 hours of a day with a clock change", () => {
  it("OPS-1 that occur twice are named with their offsets", () => {
    expect(nameHours(usual, timeZone)[2]).toBe("02:00");
    expect(nameHours(long, timeZone).slice(1, 5)).toEqual(["01:00", "02:00 +02:00", "02:00 +01:00", "03:00"]);
    expect(nameHours(short, timeZone).slice(1, 3)).toEqual(["01:00", "03:00"]);
  });

  it("OPS-1 are compared with the same hours of another day by the clock", () => {
    expect([long.length, usual.length, short.length]).toEqual([25, 24, 23]);
    const fromLong = valuesAt(usual, long, sum);
    expect([fromLong.length, fromLong[1], fromLong[2], fromLong[3], fromLong[20]]).toEqual([24, 1, 2 + 3, 4, 21]);
    const inLong = valuesAt(long, usual, sum);
    expect([inLong.length, inLong[2], inLong[3], inLong[4], inLong[24]]).toEqual([25, 2, null, 3, 23]);
    const fromShort = valuesAt(usual, short, sum);
    expect([fromShort[1], fromShort[2], fromShort[3], fromShort[23]]).toEqual([1, null, 2, 22]);
    expect(valuesAt(short, usual, sum)[2]).toBe(3);
    expect(valuesAt(usual, [], sum)).toEqual(usual.map(() => null));
  });

  it("OPS-1 count by weekday and hour: an hour that occurs twice has the sum, one that is skipped none", () => {
    const sundayAt = (points: Parameters<typeof countByWeekHour>[0]) => countByWeekHour(points, timeZone).slice(6 * 24);
    expect(countByWeekHour(usual, timeZone).slice(0, 6 * 24)).toEqual(Array.from({ length: 6 * 24 }, () => 0));
    expect(sundayAt(usual)).toEqual(usual.map(({ value }) => value));
    expect(sundayAt(long).slice(1, 4)).toEqual([1, 2 + 3, 4]);
    expect(sundayAt(short).slice(1, 4)).toEqual([1, 0, 2]);
    const future = { at: "2026-11-08T00:00+01:00", value: null };
    expect(sundayAt([...usual, ...long, future]).slice(0, 4)).toEqual([0, 2, 2 + 2 + 3, 3 + 4]);
  });
});
