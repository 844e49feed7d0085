import { isRead, isSameEvent } from "@gatehouse/engine/event-identity/event-identity";
import type { NumberedEvent } from "@gatehouse/engine/events/incoming-event";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import type { EventKey, QueuedEvent } from "./queued-event.ts";
import { findKeys, takeKeys } from "./statements.ts";

type Run = PipelinedTransaction["run"];

/** An event that is not a duplicate. */
export interface Taken {
  /** The object that was queued, which its sender waits for. */
  readonly queued: QueuedEvent;
  readonly event: QueuedEvent & NumberedEvent;
}

interface KeyRow extends Omit<EventKey, "toldAt" | "receivedAt"> {
  readonly toldAt: string | null;
  readonly receivedAt: string;
}

/** Finds the stored keys that events may repeat. Gates are locked before, so no other batch adds one at a gate. */
export async function findKnownKeys(run: Run, events: readonly QueuedEvent[]): Promise<EventKey[]> {
  const rows = await run<KeyRow>(findKeys, [events.map(({ key }) => key.sender), events.map(({ key }) => key.eventId)]);
  return rows.map((row) => ({
    ...row,
    toldAt: row.toldAt === null ? null : new Date(row.toldAt),
    receivedAt: new Date(row.receivedAt),
  }));
}

/** ENG-4, SAFE-7: drops duplicates and gives the other events their ids, in order of arrival. */
export async function insertNewKeys(
  run: Run,
  events: readonly QueuedEvent[],
  known: readonly EventKey[],
): Promise<Taken[]> {
  const groupOf = ({ sender, eventId }: EventKey) => `${sender}\n${eventId}`;
  const before = Map.groupBy(known, groupOf);
  const fresh = events.filter(({ key }) => {
    const others = before.get(groupOf(key)) ?? [];
    if (others.some((other) => isSameEvent(other, key))) return false;
    before.set(groupOf(key), [...others, key]);
    return true;
  });
  if (fresh.length === 0) return [];
  const sent = fresh.map(({ key }, place) => ({ place, ...rowOf(key) }));
  const taken = await run<{ place: number; id: number }>(takeKeys, [JSON.stringify(sent), fresh[0]?.receivedAt]);
  const ids = new Map(taken.map(({ place, id }) => [place, id]));
  return fresh.flatMap((queued, place) => {
    const id = ids.get(place);
    return id === undefined ? [] : [{ queued, event: { ...queued, id } }];
  });
}

/** A key as its row is written. The primary key catches a repetition that another batch stores at this moment. */
function rowOf(key: EventKey) {
  const { sender, eventId, content, camera, isSavedCamera, toldAt } = key;
  const isAnywhere = toldAt !== null && isRead(key);
  return {
    source: sender,
    eventId,
    content,
    toldAt: toldAt?.toISOString() ?? "-infinity",
    keyCamera: isAnywhere ? "" : camera,
    camera,
    isSavedCamera,
  };
}
