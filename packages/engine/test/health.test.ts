import { describe, expect, it } from "vitest";
import { type HealthState, isControllerAlive, isSuspect, livesByPush, updateHealth } from "../src/health/health.ts";

const at = (seconds: number) => new Date(seconds * 1000);

/** The state after each probe; "x" is a failed probe or unhealthy, "." a good probe or healthy. */
function course(probes: string): string {
  let state: HealthState | undefined;
  return [...probes]
    .map((probe, index) => {
      state = updateHealth(state, probe === ".", at(index));
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
  ])("HEALTH-4 healthy: %s after %i failures is suspect: %s", (isHealthy, failedProbes, isSuspected) => {
    expect(isSuspect({ isHealthy, failedProbes, since: at(0) })).toBe(isSuspected);
  });

  it.each([
    ["that answers", 60_000, true, true],
    ["that answers", 60_001, true, false],
    ["that never answered", 3_600_000, false, true],
    ["that never answered", 3_600_001, false, false],
  ])("HEALTH-4 of one %s lasts %i ms after a push: %#", (_, pushAgeMs, hasAnswered, isAlive) => {
    expect(livesByPush(pushAgeMs, hasAnswered)).toBe(isAlive);
  });

  it("keeps the time of its last change", () => {
    const unhealthy: HealthState = { isHealthy: false, failedProbes: 3, since: at(1) };
    expect(updateHealth(unhealthy, false, at(9)).since).toEqual(at(1));
    expect(updateHealth(unhealthy, true, at(9)).since).toEqual(at(9));
  });
});

describe("the field controller", () => {
  it.each([
    [undefined, false],
    [at(70), true],
    [at(69), false],
    [at(131), false],
  ])("HEALTH-4 SAFE-2 with its last heartbeat at %s is alive: %s", (last, alive) => {
    expect(isControllerAlive(last, at(100))).toBe(alive);
  });
});
