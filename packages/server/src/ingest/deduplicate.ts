import { isRead, isSameEvent } from "@gatehouse/engine/event-identity/event-identity";
import type { NumberedEvent } from "@gatehouse/engine/events/incoming-event";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import type { EventKey, EventKeyRecord, QueuedEvent } from "./queued-event.ts";
import { findEventKeyIds, findEventKeys, insertEventKeys } from "./statements.ts";

type Run = PipelinedTransaction["run"];

type KeyedEvent = Pick<QueuedEvent, "key" | "receivedAt">;

/** An event that is not a duplicate. */
export interface NewEvent<Event extends KeyedEvent = QueuedEvent> {
  /** The queued object, for which its sender waits. */
  readonly queued: Event;
  readonly event: Event & Pick<NumberedEvent, "id">;
}

interface EventKeyRow extends Omit<EventKey, "reportedAt" | "receivedAt"> {
  readonly reportedAt: string | null;
  readonly receivedAt: string;
}

/** Loads the stored keys that events may duplicate. The gates are locked, so no other batch adds one at a gate. */
export async function loadEventKeys(run: Run, events: readonly KeyedEvent[]): Promise<EventKey[]> {
  const rows = await run<EventKeyRow>(findEventKeys, [
    events.map(({ key }) => key.sender),
    events.map(({ key }) => key.eventId),
  ]);
  return rows.map(toEventKey);
}

/** The ids of stored events that have the given keys. */
export async function findStoredIds<Event extends KeyedEvent>(
  run: Run,
  events: readonly Event[],
): Promise<Map<Event, number>> {
  if (events.length === 0) return new Map();
  const rows = await run<EventKeyRow & { id: number }>(findEventKeyIds, [
    events.map(({ key }) => key.sender),
    events.map(({ key }) => key.eventId),
  ]);
  const stored = rows.map((row) => ({ ...toEventKey(row), id: row.id }));
  return new Map(
    events.flatMap((event) => {
      const same = stored.find(
        (row) => row.sender === event.key.sender && row.eventId === event.key.eventId && isSameEvent(row, event.key),
      );
      return same ? [[event, same.id] as const] : [];
    }),
  );
}

const toEventKey = ({ reportedAt, receivedAt, ...row }: EventKeyRow): EventKey => ({
  ...row,
  reportedAt: reportedAt === null ? null : new Date(reportedAt),
  receivedAt: new Date(receivedAt),
});

/** ENG-4, SAFE-7: drops duplicates and assigns ids to the other events, in order of arrival. */
export async function insertNewKeys<Event extends KeyedEvent>(
  run: Run,
  events: readonly Event[],
  storedKeys: readonly EventKey[],
): Promise<NewEvent<Event>[]> {
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
