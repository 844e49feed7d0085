import { isRead, isSameEvent } from "@gatehouse/engine/event-identity/event-identity";
import type { NumberedEvent } from "@gatehouse/engine/events/incoming-event";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import type { EventKey, EventKeyRecord, QueuedEvent } from "./queued-event.ts";
import { findEventKeys, insertEventKeys } from "./statements.ts";

type Run = PipelinedTransaction["run"];

/** An event that is not a duplicate. */
export interface NewEvent {
  /** The queued object, for which its sender waits. */
  readonly queued: QueuedEvent;
  readonly event: QueuedEvent & NumberedEvent;
}

interface EventKeyRow extends Omit<EventKey, "reportedAt" | "receivedAt"> {
  readonly reportedAt: string | null;
  readonly receivedAt: string;
}

/** Loads the stored keys that events may duplicate. The gates are locked, so no other batch adds one at a gate. */
export async function loadEventKeys(run: Run, events: readonly QueuedEvent[]): Promise<EventKey[]> {
  const rows = await run<EventKeyRow>(findEventKeys, [
    events.map(({ key }) => key.sender),
    events.map(({ key }) => key.eventId),
  ]);
  return rows.map((row) => ({
    ...row,
    reportedAt: row.reportedAt === null ? null : new Date(row.reportedAt),
    receivedAt: new Date(row.receivedAt),
  }));
}

/** ENG-4, SAFE-7: drops duplicates and assigns ids to the other events, in order of arrival. */
export async function insertNewKeys(
  run: Run,
  events: readonly QueuedEvent[],
  storedKeys: readonly EventKey[],
): Promise<NewEvent[]> {
  const groupOf = ({ sender, eventId }: EventKey) => `${sender}\n${eventId}`;
  const keysByGroup = Map.groupBy(storedKeys, groupOf);
  const fresh = events.filter(({ key }) => {
    const others = keysByGroup.get(groupOf(key)) ?? [];
    if (others.some((other) => isSameEvent(other, key))) return false;
    keysByGroup.set(groupOf(key), [...others, key]);
    return true;
  });
  if (fresh.length === 0) return [];
  const keys = fresh.map(({ key }, position) => ({ position, ...toRecord(key) }));
  const inserted = await run<{ position: number; id: number }>(insertEventKeys, [
    JSON.stringify(keys),
    fresh[0]?.receivedAt,
  ]);
  const ids = new Map(inserted.map(({ position, id }) => [position, id]));
  return fresh.flatMap((queued, position) => {
    const id = ids.get(position);
    return id === undefined ? [] : [{ queued, event: { ...queued, id } }];
  });
}

/** The primary key catches a duplicate that another batch stores at the same time. */
function toRecord({ receivedAt: _, sameWithinMs: __, ...key }: EventKey): EventKeyRecord {
  const isAtOneCamera = key.reportedAt !== null && isRead(key);
  return { ...key, reportedAt: key.reportedAt ?? "-infinity", keyCamera: isAtOneCamera ? "" : key.camera };
}
