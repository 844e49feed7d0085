import { expect, it, vi } from "vitest";
import { waitForStep } from "../src/api/request-steps.ts";

it("PERF-4 requests that are made together start four in a task", async () => {
  vi.useFakeTimers();
  let started = 0;
  const request = async () => {
    await waitForStep();
    started += 1;
  };
  const requests = Promise.all(Array.from({ length: 10 }, request));
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  expect(started).toBe(4);
  await vi.runAllTimersAsync();
  await requests;
  expect(started).toBe(10);
  expect(waitForStep()).toBeUndefined();
  for (let request = 1; request < 4; request += 1) expect(waitForStep()).toBeUndefined();
  const fifth = waitForStep();
  expect(fifth).toBeDefined();
  await vi.runAllTimersAsync();
  await fifth;
  vi.useRealTimers();
});
