import type { StoredBatch } from "./store-batch.ts";

/** Receives what was stored, to measure the quality of reads and clocks. Must not wait or fail. */
export interface StoredReads {
  observe(stored: StoredBatch["outcomes"]): void;
}
