import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";

/** What the keys of queries begin with whose new rows the stream carries: nothing needs to be asked for again. */
export const streamedKey = "streamed";

const keptMs = 60_000;
const listeners = new Set<(rows: readonly SiteEvent[]) => void>();
let recent: readonly { row: SiteEvent; atMs: number }[] = [];

/** Hands on rows that came by the stream, and keeps them for the lists that are being fetched meanwhile. */
export function publishRows(rows: readonly SiteEvent[]): void {
  const nowMs = performance.now();
  recent = [...recent.filter(({ atMs }) => nowMs - atMs < keptMs), ...rows.map((row) => ({ row, atMs: nowMs }))];
  for (const listener of listeners) listener(rows);
}

/** Calls back with new rows; answers how to stop. */
export function subscribeToRows(listener: (rows: readonly SiteEvent[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The rows that came since a moment of `performance.now()`, in the order they came. */
export const rowsSince = (ms: number): SiteEvent[] => recent.filter(({ atMs }) => atMs >= ms).map(({ row }) => row);
