import { describe, expect, it } from "vitest";
import { createClock } from "../../src/platform/clock.ts";

const hour = 3_600_000;

function stoppedClock() {
  let wallMs = Date.UTC(2026, 0, 1);
  let monotonicMs = 5_000;
  const clock = createClock(
    () => wallMs,
    () => monotonicMs,
  );
  return {
    clock,
    advance: (ms: number) => {
      wallMs += ms;
      monotonicMs += ms;
    },
    step: (ms: number) => {
      wallMs += ms;
    },
  };
}

describe("the clock", () => {
  it.each([hour, -hour])("SAFE-2 measures the time since a stamp from before a step of %d ms", (stepMs) => {
    const { clock, advance, step } = stoppedClock();
    const before = clock.now();
    advance(2_000);
    step(stepMs);
    expect(clock.elapsedMs(before)).toBe(2_000);
    const after = clock.now();
    advance(3_000);
    expect([clock.elapsedMs(before), clock.elapsedMs(after)]).toEqual([5_000, 3_000]);
    expect(clock.elapsedMs(before, after)).toBe(2_000);
  });

  it("SAFE-2 measures across several steps", () => {
    const { clock, advance, step } = stoppedClock();
    const before = clock.now();
    for (const ms of [hour, -3 * hour, hour / 2]) {
      step(ms);
      advance(1_000);
      clock.now();
    }
    expect(clock.elapsedMs(before)).toBe(3_000);
  });

  it("SAFE-2 uses stamps unchanged without a recent step", () => {
    const { clock, advance, step } = stoppedClock();
    const before = clock.now();
    advance(2 * hour);
    expect(clock.elapsedMs(before)).toBe(2 * hour);
    step(-hour);
    clock.now();
    advance(601_000);
    expect(clock.elapsedMs(before)).toBe(hour + 601_000);
  });

  it("SAFE-2 measures durations with the monotonic clock", () => {
    const { clock, advance, step } = stoppedClock();
    const began = clock.monotonicMs();
    step(-hour);
    advance(10);
    expect(clock.monotonicMs() - began).toBe(10);
  });
});
