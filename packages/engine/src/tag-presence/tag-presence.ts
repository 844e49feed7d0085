/** A tag in the field of a reader. Times are monotonic milliseconds. */
export interface TagPresence {
  readonly lastSeenMs: number;
  /** When its last read was passed on. */
  readonly passedOnMs: number;
  /** Time until the next read is passed on. */
  readonly intervalMs: number;
}

/** The tags in the field of a reader, by tag. */
export type TagPresences = ReadonlyMap<string, TagPresence>;

export const noTags: TagPresences = new Map();

/** The longest time between two passed-on reads of a tag that stays in the field. */
export const maxRepeatMs = 60_000;

/**
 * Decides whether a read is passed on to the decision. A tag that arrives is passed on at once. While it stays in the
 * field, it is passed on again after `passageMs`, and then at intervals that double up to a minute. So a vehicle that
 * waits gets a new decision, and a parked one does not flood the events.
 */
export function addTagRead(
  tags: TagPresences,
  read: { readonly tag: string; readonly atMs: number },
  passageMs: number,
): { readonly tags: TagPresences; readonly isPassedOn: boolean } {
  const { tag, atMs } = read;
  const present = new Map([...tags].filter(([, { lastSeenMs }]) => atMs - lastSeenMs <= passageMs));
  const before = present.get(tag);
  if (before && atMs - before.passedOnMs < before.intervalMs) {
    present.set(tag, { ...before, lastSeenMs: atMs });
    return { tags: present, isPassedOn: false };
  }
  const intervalMs = before ? Math.max(passageMs, Math.min(maxRepeatMs, before.intervalMs * 2)) : passageMs;
  present.set(tag, { lastSeenMs: atMs, passedOnMs: atMs, intervalMs });
  return { tags: present, isPassedOn: true };
}
