import type { BackTestResult } from "@gatehouse/contract/entities/access/back-test.schema";

/** What the worker thread reports. */
export type WorkerMessage =
  | { readonly progress: number }
  | { readonly result: BackTestResult }
  | { readonly failure: string };
