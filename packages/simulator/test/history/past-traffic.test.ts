import { describe, expect, it } from "vitest";
import { generatePastTraffic } from "../../src/history/past-traffic.ts";

const month = {
  seed: 7,
  start: new Date("2026-06-01T00:00:00Z"),
  days: 30,
  passagesPerDay: 1000,
  entries: 2,
  exits: 2,
} as const;

describe("past traffic", () => {
  it("RULE-9 is the same for the same seed, and another one for another seed", () => {
    expect(generatePastTraffic(month)).toEqual(generatePastTraffic(month));
    expect(generatePastTraffic({ ...month, seed: 8 }).passages).not.toEqual(generatePastTraffic(month).passages);
  });

  it("RULE-9 is plausible: in order, within its days and gates, busier on working days", () => {
    const { passages, vehicles } = generatePastTraffic(month);
    const times = passages.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const end = month.start.getTime() + month.days * 86_400_000;
    expect(times.every((time) => time >= month.start.getTime() && time < end)).toBe(true);
    expect(new Set(passages.map(({ gate }) => gate))).toEqual(new Set([0, 1]));
    expect(new Set(vehicles.map(({ plate }) => plate)).size).toBe(vehicles.length);
    const on = (date: string) => passages.filter(({ at }) => at.toISOString().startsWith(date)).length;
    expect(on("2026-06-10")).toBeGreaterThan(800);
    expect(on("2026-06-10")).toBeLessThan(1200);
    expect(on("2026-06-14")).toBeLessThan(on("2026-06-10"));
    const entries = passages.filter(({ direction }) => direction === "N").length;
    expect(entries).toBeGreaterThan(passages.length * 0.45);
    expect(entries).toBeLessThan(passages.length * 0.6);
  });
});
