import { expect, it } from "vitest";
import { createFairQueue } from "../../src/platform/security/fair-queue.ts";

const limits = { maxRunning: 2, maxWaiting: 6, maxWaitingPerKey: 4 };

/** Work that the test ends, recorded in the order in which it started. */
function playedWork() {
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => endings.push(() => resolve(name)));
    },
    endOne: async () => {
      endings.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

const from = (key: string, hasPriority = false) => ({ key, hasPriority });

it("AUTH-9 limits concurrency and serves addresses round-robin", async () => {
  const queue = createFairQueue(limits);
  const { begun, work, endOne } = playedWork();
  for (const name of ["a1", "a2", "a3", "a4", "a5", "b1", "c1"]) queue.run(from(name.slice(0, 1)), work(name));
  await new Promise(setImmediate);
  expect(begun).toEqual(["a1", "a2"]);
  for (let ended = 0; ended < 5; ended += 1) await endOne();
  expect(begun).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "a5"]);
});

it("AUTH-9 rejects work beyond the limit of one address, then beyond the total limit", async () => {
  const queue = createFairQueue(limits);
  const { work } = playedWork();
  const isTaken = (key: string) => queue.run(from(key), work(key)) !== undefined;
  const crowd = Array.from({ length: 7 }, () => isTaken("a"));
  expect(crowd).toEqual([true, true, true, true, true, true, false]);
  expect(["b", "c", "d"].map(isTaken)).toEqual([true, true, false]);
});

it("AUTH-9 serves known browsers first, regardless of other waiting work", async () => {
  const queue = createFairQueue(limits);
  const { begun, work, endOne } = playedWork();
  for (let index = 0; index < 20; index += 1) queue.run(from(`stranger ${index}`), work(`stranger ${index}`));
  const known = queue.run(from("known", true), work("known"));
  await new Promise(setImmediate);
  await endOne();
  expect(begun.at(-1)).toBe("known");
  await endOne();
  await endOne();
  await expect(known).resolves.toBe("known");
});

it("continues after failed work", async () => {
  const queue = createFairQueue({ ...limits, maxRunning: 1 });
  const failed = queue.run(from("a"), () => Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");
  await expect(queue.run(from("a"), () => Promise.resolve("yes"))).resolves.toBe("yes");
});
