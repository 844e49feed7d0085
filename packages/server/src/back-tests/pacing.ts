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
  /** Blocks the thread, inside of a library that does long work without any await. */
  block(): void;
}

/** How a pacing waits. Tests record it. */
export interface Pauses {
  wait(ms: number): Promise<unknown>;
  block(ms: number): unknown;
}

/** Nothing changes its number, so that waiting for it ends after the time. */
const unchanged = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const threadPauses: Pauses = { wait: delay, block: (ms) => Atomics.wait(unchanged, 0, 0, ms) };

/**
 * Creates a pacing, to call between pieces of work. A low priority is not enough: Linux may schedule the processes of
 * PostgreSQL and those of the server as groups, whose members' priorities don't count between the groups.
 */
export function createPacing(batches: StoringBatches, pauses: Pauses = threadPauses): Pacing {
  let since = performance.now();
  const isStoring = () => Atomics.load(batches, 0) > 0;
  const pauseMs = () => Math.min(maxPauseMs, pausePerWork * (performance.now() - since));
  return {
    wait: async () => {
      if (isStoring()) await pauses.wait(pauseMs());
      since = performance.now();
    },
    block: () => {
      if (isStoring()) pauses.block(pauseMs());
      since = performance.now();
    },
  };
}
