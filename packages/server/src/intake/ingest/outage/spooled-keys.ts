import { listIn } from "@gatehouse/contract/collections";
import { isSameEvent } from "@gatehouse/engine/event-identity/event-identity";
import type { EventKey } from "../queued-event.ts";

/** The keys of the events in the spool, which recognize what a device sends again. */
export interface SpooledKeys {
  /** The key of the same event. */
  find(key: EventKey): EventKey | undefined;
  add(key: EventKey): void;
  remove(key: EventKey): void;
  clear(): void;
}

/** Creates an empty list of keys. */
export function createSpooledKeys(): SpooledKeys {
  const groups = new Map<string, EventKey[]>();
  const groupOf = ({ sender, eventId }: EventKey) => `${sender}\n${eventId}`;
  const keysLike = (key: EventKey) => listIn(groups, groupOf(key));
  return {
    find: (key) => keysLike(key).find((other) => isSameEvent(other, key)),
    add: (key) => void groups.set(groupOf(key), [...keysLike(key), key]),
    remove: (key) => {
      const others = keysLike(key).filter((other) => other !== key);
      if (others.length > 0) groups.set(groupOf(key), others);
      else groups.delete(groupOf(key));
    },
    clear: () => groups.clear(),
  };
}
