import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { publishRows, subscribeToBatches } from "../../src/api/live-rows.ts";

const event = (id: number) => ({ id }) as SiteEvent;
const intervalMs = 400;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("EVT-4 PERF-4 the first live event is listed at once, and those that follow it together", () => {
  const batches: number[][] = [];
  const unsubscribe = subscribeToBatches((rows) => batches.push(rows.map(({ id }) => id)), intervalMs);
  publishRows([event(1)]);
  expect(batches).toEqual([[1]]);
  publishRows([event(2)]);
  publishRows([event(3), event(4)]);
  vi.advanceTimersByTime(intervalMs - 1);
  expect(batches).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([[1], [2, 3, 4]]);
  vi.advanceTimersByTime(intervalMs);
  publishRows([event(5)]);
  expect(batches.at(-1)).toEqual([5]);
  publishRows([event(6)]);
  unsubscribe();
  expect(batches.at(-1)).toEqual([6]);
  publishRows([event(7)]);
  vi.advanceTimersByTime(intervalMs);
  expect(batches).toHaveLength(4);
});
