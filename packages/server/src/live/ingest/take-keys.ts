import { isRead, isSameEvent } from "@gatehouse/engine/event-identity/event-identity";
import type { Arrival, EventKey } from "./arrival.ts";
import type { BatchTransaction } from "./batch-connection.ts";
import { findKeys, takeKeys } from "./batch-statements.ts";

type Run = BatchTransaction["run"];

/** An arrival that is stored under this id. */
export interface Taken {
  readonly arrival: Arrival;
  readonly id: number;
}

interface KeyRow extends Omit<EventKey, "toldAt" | "receivedAt"> {
  readonly toldAt: string | null;
  readonly receivedAt: string;
}

/** The stored keys that arrivals may repeat. Gates are locked before, so that no other batch adds one at a gate. */
export async function findKnownKeys(run: Run, arrivals: readonly Arrival[]): Promise<EventKey[]> {
  const rows = await run<KeyRow>(findKeys, [
    arrivals.map(({ key }) => key.sender),
    arrivals.map(({ key }) => key.eventId),
  ]);
  return rows.map((row) => ({
    ...row,
    toldAt: row.toldAt === null ? null : new Date(row.toldAt),
    receivedAt: new Date(row.receivedAt),
  }));
}

/** ENG-4, SAFE-7: the arrivals that are not a repetition, each event once, in the order of arrival. */
export async function takeNew(run: Run, arrivals: readonly Arrival[], known: readonly EventKey[]): Promise<Taken[]> {
  const groupOf = ({ sender, eventId }: EventKey) => `${sender}\n${eventId}`;
  const before = Map.groupBy(known, groupOf);
  const fresh = arrivals.filter(({ key }) => {
    const others = before.get(groupOf(key)) ?? [];
    if (others.some((other) => isSameEvent(other, key))) return false;
    before.set(groupOf(key), [...others, key]);
    return true;
  });
  if (fresh.length === 0) return [];
  const sent = fresh.map(({ key }, place) => ({ place, ...rowOf(key) }));
  const taken = await run<{ place: number; id: number }>(takeKeys, [JSON.stringify(sent), fresh[0]?.receivedAt]);
  const ids = new Map(taken.map(({ place, id }) => [place, id]));
  return fresh.flatMap((arrival, place) => {
    const id = ids.get(place);
    return id === undefined ? [] : [{ arrival, id }];
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
