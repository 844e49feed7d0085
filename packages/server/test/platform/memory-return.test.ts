import { expect, it } from "vitest";
import { createMemoryReturn } from "../../src/platform/memory-return.ts";

/** A process whose load and memory the test sets. */
function createProcess() {
  const state = { busy: 0.9, bytes: 200, inUse: 280, collections: 0 };
  const check = createMemoryReturn({
    busyShare: () => state.busy,
    residentBytes: () => state.bytes,
    collect: () => {
      state.collections += 1;
      state.bytes = Math.min(state.bytes, state.inUse);
    },
  });
  return {
    state,
    /** Checks the process as often as in five minutes. */
    checkFor5Minutes: () => {
      for (let count = 0; count < 60; count++) check();
    },
    check,
  };
}

it("garbage is collected when a busy time is over, not during it", () => {
  const { state, check, checkFor5Minutes } = createProcess();
  state.bytes = 470;
  checkFor5Minutes();
  expect(state.collections).toBe(0);
  state.busy = 0.04;
  check();
  expect(state.collections).toBe(1);
});

it("memory that stays in use is not collected again and again", () => {
  const { state, checkFor5Minutes } = createProcess();
  state.busy = 0.04;
  state.bytes = 470;
  state.inUse = 470;
  checkFor5Minutes();
  expect(state.collections).toBe(1);
});

it("the next busy time is compared with the memory that a collection has left", () => {
  const { state, check, checkFor5Minutes } = createProcess();
  state.busy = 0.04;
  state.bytes = 470;
  checkFor5Minutes();
  expect(state.collections).toBe(1);
  state.bytes = 305;
  check();
  expect(state.collections).toBe(1);
  state.bytes = 411;
  check();
  expect(state.collections).toBe(2);
});

it("moderate steady traffic causes one collection a minute at most", () => {
  const { state, check } = createProcess();
  state.busy = 0.1;
  for (let count = 0; count < 60; count++) {
    state.bytes = count % 2 === 0 ? 280 : 411;
    check();
  }
  expect(state.collections).toBeLessThanOrEqual(5);
});
