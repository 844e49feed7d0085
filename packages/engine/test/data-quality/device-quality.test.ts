import { formatDrift } from "@gatehouse/contract/events/read-quality";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addOffsets,
  driftWindow,
  measureDrift,
  minDriftSamples,
  toOffset,
} from "../../src/data-quality/clock-drift.ts";
import { addRead, startOfHour } from "../../src/data-quality/read-quality.ts";

const at = new Date("2026-03-10T10:20:30.400Z");
const repeated = (offset: number, times = driftWindow) => Array.from({ length: times }, () => offset);

describe("clock drift", () => {
  it.each([
    [0, "ok"],
    [1_999, "ok"],
    [-1_999, "ok"],
    [2_000, "warning"],
    [-2_000, "warning"],
    [9_999, "warning"],
    [10_000, "alert"],
    [-3_600_000, "alert"],
  ])("RULE-10 a drift of %i ms is %s", (driftMs, level) => {
    expect(measureDrift(repeated(driftMs))).toEqual({ driftMs, level });
  });

  it("RULE-10 too few events give no result", () => {
    expect(measureDrift(repeated(60_000, minDriftSamples - 1))).toBeNull();
    expect(measureDrift(repeated(60_000, minDriftSamples))).not.toBeNull();
  });

  it("RULE-10 events that a device kept during an outage don't count as drift", () => {
    const delayed = [...repeated(-300, 20), ...repeated(-3_600_000, 10)];
    expect(measureDrift(delayed)).toEqual({ driftMs: -300, level: "ok" });
  });

  it("RULE-10 a corrected clock is recognised after half a window", () => {
    const before = repeated(60_000);
    const after = addOffsets(before, repeated(0, Math.ceil(driftWindow / 2)));
    expect(after).toHaveLength(driftWindow);
    expect(measureDrift(after)).toEqual({ driftMs: 0, level: "ok" });
  });

  it("RULE-10 the median lies between the offsets, in any order, and follows a shift of all", () => {
    const offsets = fc.array(fc.integer({ min: -100_000, max: 100_000 }), {
      minLength: minDriftSamples,
      maxLength: driftWindow,
    });
    fc.assert(
      fc.property(offsets, fc.integer({ min: -50_000, max: 50_000 }), (list, shift) => {
        const { driftMs = Number.NaN } = measureDrift(list) ?? {};
        expect(driftMs).toBeGreaterThanOrEqual(Math.min(...list));
        expect(driftMs).toBeLessThanOrEqual(Math.max(...list));
        expect(measureDrift(list.toReversed())?.driftMs).toBe(driftMs);
        const shifted = measureDrift(list.map((offset) => offset + shift))?.driftMs ?? Number.NaN;
        expect(Math.abs(shifted - (driftMs + shift))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("RULE-10 an event without a valid time has no offset, and an absurd one is limited", () => {
    expect(toOffset(null, at)).toBeUndefined();
    expect(toOffset(new Date(Number.NaN), at)).toBeUndefined();
    expect(toOffset(new Date(at.getTime() + 1_500), at)).toBe(1_500);
    expect(toOffset(new Date("1971-01-01T00:00:00Z"), at)).toBe(-2_000_000_000);
  });

  it.each([
    [2_040, "2.0 s ahead"],
    [-12_340, "12.3 s behind"],
    [-20, "No measurable drift"],
  ])("RULE-10 %i ms reads %s", (driftMs, text) => {
    expect(formatDrift(driftMs)).toBe(text);
  });
});

describe("read quality", () => {
  it("RULE-10 counts reads, passages and low confidence", () => {
    const reads = [
      { confidence: 0.95, isRepeated: false },
      { confidence: 0.5, isRepeated: true },
      { confidence: null, isRepeated: true },
    ];
    expect(reads.reduce(addRead, undefined as Parameters<typeof addRead>[0])).toEqual({
      reads: 3,
      passages: 1,
      withConfidence: 2,
      lowConfidence: 1,
    });
  });

  it("RULE-10 groups reads by the hour", () => {
    expect(startOfHour(at).toISOString()).toBe("2026-03-10T10:00:00.000Z");
  });
});
