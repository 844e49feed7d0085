import { describe, expect, it } from "vitest";
import { type TariffScope, tariffOf } from "../../src/fares/tariff-choice.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const tariff = (id: number, over: Partial<TariffScope> = {}): TariffScope => ({
  id,
  validFrom: "2026-01-01",
  vehicleTypes: [],
  days: everyDay,
  ...over,
});

/** The tariff of a stay that begins at a time in Berlin. */
const chosen = (tariffs: TariffScope[], enteredAt: string, vehicleType: string | null = null) =>
  tariffOf(tariffs, { enteredAt: new Date(enteredAt), vehicleType, timeZone: "Europe/Berlin" })?.id;

describe("the tariff of a stay", () => {
  it("REP-4 is the latest that was valid on the local date of the entry", () => {
    const tariffs = [tariff(1), tariff(2, { validFrom: "2026-07-01" })];
    expect(chosen(tariffs, "2026-06-30T21:59:59Z")).toBe(1);
    expect(chosen(tariffs, "2026-06-30T22:00:00Z")).toBe(2);
    expect(chosen(tariffs, "2025-12-31T22:59:59Z")).toBeUndefined();
  });

  it("REP-4 applies on the weekday of the entry", () => {
    const tariffs = [tariff(1, { days: [1, 2, 3, 4, 5] }), tariff(2, { days: [6, 7] })];
    expect(chosen(tariffs, "2026-06-05T20:00:00Z")).toBe(1);
    expect(chosen(tariffs, "2026-06-05T22:30:00Z")).toBe(2);
  });

  it("REP-4 names the vehicle type rather than all types, however it is written", () => {
    const tariffs = [tariff(1, { vehicleTypes: ["TRUCK"] }), tariff(2, { validFrom: "2026-03-01" })];
    expect(chosen(tariffs, "2026-06-01T10:00:00Z", " truck ")).toBe(1);
    expect(chosen(tariffs, "2026-06-01T10:00:00Z", "CAR")).toBe(2);
    expect(chosen(tariffs, "2026-06-01T10:00:00Z")).toBe(2);
  });

  it("REP-4 is the one that was added last among equals", () => {
    expect(chosen([tariff(2), tariff(1)], "2026-06-01T10:00:00Z")).toBe(2);
  });
});
