import { appendTo, listIn } from "@gatehouse/contract/collections";
import { isRead, isSameEvent } from "@gatehouse/engine/event-identity/event-identity";
import type { NumberedEvent } from "@gatehouse/engine/events/incoming-event";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import type { EventKey, EventKeyRecord, QueuedEvent } from "./queued-event.ts";
import { findEventKeyIds, findEventKeys, insertEventKeys, takeEventIds } from "./statements.ts";

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

/** Takes ids for events, in order of their arrival. Those of duplicates stay unused. */
export async function takeIds(run: Run, events: readonly KeyedEvent[]): Promise<number[]> {
  const rows = await run<{ id: number }>(takeEventIds, [events.length]);
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** Drops duplicates and numbers the other events. */
export function dropDuplicates<Event extends KeyedEvent>(
  events: readonly Event[],
  storedKeys: readonly EventKey[],
  ids: readonly number[],
): NewEvent<Event>[] {
  const groupOf = ({ sender, eventId }: EventKey) => `${sender}\n${eventId}`;
  const keysByGroup = Map.groupBy(storedKeys, groupOf);
  return events.flatMap((queued, index) => {
    const { key } = queued;
    const others = listIn(keysByGroup, groupOf(key));
    const id = ids[index];
    if (id === undefined || others.some((other) => isSameEvent(other, key))) return [];
    appendTo(keysByGroup, groupOf(key), key);
    return [{ queued, event: { ...queued, id } }];
  });
}

/** Stores the keys of new events. */
export async function saveKeys(run: Run, newEvents: readonly NewEvent<KeyedEvent>[]): Promise<void> {
  const [first] = newEvents;
  if (!first) return;
  const keys = newEvents.map(({ event: { id, key } }) => ({ id, ...toRecord(key) }));
  await run(insertEventKeys, [JSON.stringify(keys), first.queued.receivedAt]);
}

/** The primary key catches a duplicate that another batch stores at the same time. */
function toRecord({ receivedAt: _, sameWithinMs: __, ...key }: EventKey): EventKeyRecord {
  const isAtOneCamera = key.reportedAt !== null && isRead(key);
  return { ...key, reportedAt: key.reportedAt ?? "-infinity", keyCamera: isAtOneCamera ? "" : key.camera };
}
