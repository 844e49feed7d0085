import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** The pause after each piece of work while events are stored, as a multiple of the time that the work took. */
const pausePerWork = 24;
const maxPauseMs = 1_000;

/** How many batches of events are being stored, in memory that threads share. */
export type StoringBatches = Int32Array<SharedArrayBuffer>;

/** Counts the connections that store events. */
export function countStoringBatches(pool: pg.Pool): StoringBatches {
  const batches = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  pool.on("acquire", () => Atomics.add(batches, 0, 1));
  pool.on("release", () => Atomics.sub(batches, 0, 1));
  return batches;
}

/** Waits between pieces of work while events are stored. */
export interface Pacing {
  wait(): Promise<void>;
}

/** Creates a pacing, to call between pieces of work. Tests record its pauses. */
export function createPacing(batches: StoringBatches, pause: (ms: number) => Promise<unknown> = delay): Pacing {
  let since = performance.now();
  return {
    wait: async () => {
      if (Atomics.load(batches, 0) > 0) await pause(Math.min(maxPauseMs, pausePerWork * (performance.now() - since)));
      since = performance.now();
    },
  };
}
