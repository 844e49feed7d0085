import type { SiteEvent } from "@gatehouse/contract/entities/event";

/** First part of the keys of queries whose new rows arrive by the stream, so that they need no refetch. */
export const streamedKey = "streamed";

const retentionMs = 60_000;
const listeners = new Set<(rows: readonly SiteEvent[]) => void>();
let recent: readonly { row: SiteEvent; atMs: number }[] = [];

/** Passes streamed events to the lists, and keeps them for lists that are being fetched. */
export function publishRows(rows: readonly SiteEvent[]): void {
  const nowMs = performance.now();
  recent = [...recent.filter(({ atMs }) => nowMs - atMs < retentionMs), ...rows.map((row) => ({ row, atMs: nowMs }))];
  for (const listener of listeners) listener(rows);
}

/** Subscribes to new events. Returns a function that unsubscribes. */
function subscribeToRows(listener: (rows: readonly SiteEvent[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Subscribes to new events in batches: the first at once, those that follow within an interval together after it, or when
 * the subscription ends.
 */
export function subscribeToBatches(listener: (rows: readonly SiteEvent[]) => void, intervalMs: number): () => void {
  let batch: SiteEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (batch.length === 0) return;
    const rows = batch;
    batch = [];
    timer = setTimeout(flush, intervalMs);
    listener(rows);
  };
  const unsubscribe = subscribeToRows((rows) => {
    batch.push(...rows);
    if (timer === undefined) flush();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
    if (batch.length > 0) listener(batch);
  };
}

/** Events received since a `performance.now()` time, in order of arrival. */
export const rowsSince = (ms: number): SiteEvent[] => recent.filter(({ atMs }) => atMs >= ms).map(({ row }) => row);
