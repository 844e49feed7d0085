import { timeoutManager } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shareQueryTimers } from "../src/api/query-timers.ts";

describe("PERF-4 timers of queries", () => {
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(name);
  beforeEach(() => {
    ran.length = 0;
    vi.useFakeTimers();
    shareQueryTimers();
  });
  afterEach(() => vi.useRealTimers());

  it("run when they are due, with one timer of the browser", async () => {
    timeoutManager.setTimeout(note("late"), 3_000);
    timeoutManager.setTimeout(note("early"), 1_000);
    for (let copy = 0; copy < 100; copy += 1) timeoutManager.setTimeout(note("same"), 3_000);
    await Promise.resolve();
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ran).toEqual(["early"]);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(ran).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toHaveLength(102);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("don't run once they are cleared, also by another timer", async () => {
    const first = timeoutManager.setTimeout(note("first"), 500);
    timeoutManager.clearTimeout(first);
    const second: number[] = [];
    timeoutManager.setTimeout(() => timeoutManager.clearTimeout(second[0]), 1_000);
    second.push(Number(timeoutManager.setTimeout(note("second"), 1_000)));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ran).toEqual([]);
  });

  it("set the timer of the browser once for all that are added together", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    for (const delayMs of [3_000, 2_000, 1_000]) timeoutManager.setTimeout(note(`${delayMs}`), delayMs);
    await Promise.resolve();
    expect(set).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ran).toEqual(["1000", "2000", "3000"]);
  });

  it("repeat until they are cleared", async () => {
    const poll = timeoutManager.setInterval(note("poll"), 1_000);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ran).toEqual(["poll", "poll", "poll"]);
    timeoutManager.clearInterval(poll);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ran).toHaveLength(3);
  });
});
