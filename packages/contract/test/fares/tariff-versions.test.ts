import { describe, expect, it } from "vitest";
import { findConflict, type TariffInForce, versionsInForce } from "../../src/fares/tariff-choice.ts";

const version = (id: number, over: Partial<TariffInForce> = {}): TariffInForce => ({
  id,
  version: 1,
  validFrom: "2026-01-01",
  vehicleTypes: [],
  days: [1, 2, 3, 4, 5, 6, 7],
  savedAt: "2026-05-01T10:00:00.000Z",
  deletedAt: null,
  ...over,
});

const inForce = (versions: TariffInForce[], enteredAt: string) =>
  versionsInForce(versions, new Date(enteredAt), "Europe/Berlin").map((one) => [one.id, one.version]);

describe("the versions of tariffs", () => {
  it("REP-4 the first version applies since its first day, although it was saved later", () => {
    expect(inForce([version(1)], "2025-12-31T22:59:59Z")).toEqual([]);
    expect(inForce([version(1)], "2025-12-31T23:00:00Z")).toEqual([[1, 1]]);
  });

  it("REP-4 a change applies to vehicles that enter after it was saved", () => {
    const versions = [version(1), version(1, { version: 2, savedAt: "2026-06-01T10:00:00.000Z" })];
    expect(inForce(versions, "2026-06-01T09:59:59Z")).toEqual([[1, 1]]);
    expect(inForce(versions.toReversed(), "2026-06-01T10:00:00Z")).toEqual([[1, 2]]);
  });

  it("REP-4 a change for a later day leaves the earlier version in force until then", () => {
    const later = version(1, { version: 2, savedAt: "2026-06-01T10:00:00.000Z", validFrom: "2026-07-01" });
    expect(inForce([version(1), later], "2026-06-30T21:59:59Z")).toEqual([[1, 1]]);
    expect(inForce([version(1), later], "2026-06-30T22:00:00Z")).toEqual([[1, 2]]);
  });

  it("REP-4 a deleted tariff still applies to vehicles that entered before", () => {
    const deleted = version(1, { deletedAt: "2026-06-01T10:00:00.000Z" });
    expect(inForce([deleted, version(2)], "2026-06-01T09:00:00Z")).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(inForce([deleted, version(2)], "2026-06-01T10:00:00Z")).toEqual([[2, 1]]);
  });

  it.each([
    ["all types, on a common day", {}, { days: [7] }, true],
    ["no common day", { days: [1, 2] }, { days: [3] }, false],
    ["different first days", {}, { validFrom: "2026-02-01" }, false],
    ["a common type", { vehicleTypes: ["CAR", "2W"] }, { vehicleTypes: ["2W"] }, true],
    ["different types", { vehicleTypes: ["CAR"] }, { vehicleTypes: ["2W"] }, false],
    ["a type and all types", { vehicleTypes: ["CAR"] }, {}, false],
  ])("REP-4 tariffs with %s conflict or not", (_, one, other, isConflict) => {
    const saved = version(2, other);
    expect(findConflict(version(1, one), [saved])).toBe(isConflict ? saved : undefined);
    expect(findConflict(version(2, one), [saved])).toBeUndefined();
  });
});
