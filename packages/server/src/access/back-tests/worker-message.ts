import type { ReplayResult } from "./run-replay.ts";

/** What the worker thread reports. */
export type WorkerMessage =
  | { readonly progress: number }
  | { readonly result: ReplayResult }
  | { readonly failure: string };
