import type { ReadCounts } from "@gatehouse/engine/data-quality/read-quality";
import type { GateRead } from "./tag-comparison.ts";

/** What was observed since the last save. */
export interface Observations {
  readonly hours: ReadonlyMap<string, ReadCounts & { readonly cameraId: number; readonly hour: Date }>;
  readonly plates: ReadonlyMap<string, { readonly reads: number; readonly lastReadAt: Date }>;
  /** By device: device time minus arrival. */
  readonly offsets: ReadonlyMap<number, readonly number[]>;
  readonly gateReads: readonly GateRead[];
}
