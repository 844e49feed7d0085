import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inTurn } from "../src/api/background-turns.ts";

describe("PERF-4 requests in the background", () => {
  const started: string[] = [];
  const request = (kind: "data" | "picture", name: string, ms: number) =>
    inTurn(kind, () => {
      started.push(name);
      return new Promise((resolve) => setTimeout(resolve, ms, name));
    });
  beforeEach(() => {
    started.length = 0;
    vi.useFakeTimers();
  });
  afterEach(async () => {
    await vi.runAllTimersAsync();
    vi.useRealTimers();
  });

  it("take turns, and changed data comes before pictures", async () => {
    void request("picture", "first picture", 100);
    const second = request("picture", "second picture", 100);
    void request("data", "data", 100);
    await vi.advanceTimersByTimeAsync(99);
    expect(started).toEqual(["first picture"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(["first picture", "data"]);
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(["first picture", "data", "second picture"]);
    expect(await second).toBe("second picture");
  });

  it("don't wait for a slow one", async () => {
    void request("picture", "slow", 300);
    void request("picture", "second", 150);
    void request("data", "third", 50);
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(["slow", "third"]);
    await vi.advanceTimersByTimeAsync(50);
    expect(started).toEqual(["slow", "third", "second"]);
    void request("picture", "fourth", 50);
    // The end of the slow one starts no other: its turn was over.
    await vi.advanceTimersByTimeAsync(149);
    expect(started).toEqual(["slow", "third", "second"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(["slow", "third", "second", "fourth"]);
  });

  it("go on after one that failed", async () => {
    const failed = inTurn("data", () => Promise.reject(new Error("offline")));
    const next = request("data", "next", 10);
    await expect(failed).rejects.toThrow("offline");
    await vi.advanceTimersByTimeAsync(10);
    expect(await next).toBe("next");
  });
});
