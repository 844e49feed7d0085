import { describe, expect, it } from "vitest";
import { afterProbe, type HealthState, isControllerAlive, isSuspect } from "../src/health/health.ts";

const at = (seconds: number) => new Date(seconds * 1000);

/** The states after each of the probes, "x" a failed and "." a good one. */
function course(probes: string): string {
  let state: HealthState | undefined;
  return [...probes]
    .map((probe, index) => {
      state = afterProbe(state, probe === ".", at(index));
      return state.isHealthy ? "." : "x";
    })
    .join("");
}

describe("a device's health", () => {
  it.each([
    ["...", "..."],
    ["xx.", "..."],
    ["xxx", "..x"],
    ["xxxx.", "..xx."],
    ["x.x.x.xx.", "........."],
    ["xxx.xx", "..x..."],
  ])("HEALTH-4 after the probes %s is %s", (probes, states) => {
    expect(course(probes)).toBe(states);
  });

  it.each([
    [true, 0, false],
    [true, 1, true],
    [true, 2, true],
    [false, 3, false],
  ])("HEALTH-4 well: %s after %i failures is suspect: %s", (isHealthy, failedProbes, isAskedSoon) => {
    expect(isSuspect({ isHealthy, failedProbes, since: at(0) })).toBe(isAskedSoon);
  });

  it("keeps the time at which it turned", () => {
    const sick: HealthState = { isHealthy: false, failedProbes: 3, since: at(1) };
    expect(afterProbe(sick, false, at(9)).since).toEqual(at(1));
    expect(afterProbe(sick, true, at(9)).since).toEqual(at(9));
  });
});

describe("the field controller", () => {
  it.each([
    [undefined, false],
    [at(70), true],
    [at(69), false],
    [at(131), false],
  ])("HEALTH-4 SAFE-2 with its last report at %s is alive: %s", (last, alive) => {
    expect(isControllerAlive(last, at(100))).toBe(alive);
  });
});
