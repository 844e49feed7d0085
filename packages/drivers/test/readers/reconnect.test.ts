import { describe, expect, it } from "vitest";
import { reconnectDelayMs } from "../../src/readers/reader.ts";

describe("the delay before a reconnect", () => {
  it.each([
    [0, 1000],
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [5, 16_000],
    [6, 30_000],
    [5000, 30_000],
  ])("LIVE-2 after %i failures is at most %i ms, and at least half of it", (failures, max) => {
    expect([reconnectDelayMs(failures, 1), reconnectDelayMs(failures, 0)]).toEqual([max, max / 2]);
  });
});
