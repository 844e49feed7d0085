import type { ReaderMoment, TagDetection } from "./reader.ts";

/** The monotonic time at which each tag was last passed on, by antenna and tag. */
export type RecentReads = ReadonlyMap<string, number>;

/** A reader sees a tag in its field many times per second; one read per interval is passed on. */
const repeatIntervalMs = 1000;
const maxRecentReads = 1000;

/** No reads yet. */
export const noReads: RecentReads = new Map();

/** Removes reads of tags that were passed on within the last second. */
export function removeRepeats(
  recent: RecentReads,
  reads: readonly TagDetection[],
  { monotonicMs }: ReaderMoment,
): { recent: RecentReads; detections: readonly TagDetection[] } {
  if (reads.length === 0) return { recent, detections: [] };
  const next = new Map([...recent].filter(([, atMs]) => monotonicMs - atMs < repeatIntervalMs));
  const detections = reads.filter(({ source, tag }) => {
    const key = JSON.stringify([source, tag]);
    if (next.has(key)) return false;
    next.set(key, monotonicMs);
    return true;
  });
  return { recent: new Map([...next].slice(-maxRecentReads)), detections };
}
