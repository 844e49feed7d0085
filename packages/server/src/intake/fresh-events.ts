import type { EventRecord } from "@gatehouse/engine/decision/outcome";

/** More are read from the database; only a batch that was rolled back leaves any behind. */
const maxKept = 2_000;

/** The events that this process is storing, until their transaction announces them. */
export interface FreshEvents {
  /** Keeps events before their commit. If it fails, no notice asks for them: ids are not used again. */
  add(events: readonly EventRecord[]): void;
  /** Removes and returns an event; later notices of it announce changes. */
  take(id: number): EventRecord | undefined;
  /** Forgets all, because notices were missed. */
  clear(): void;
}

export function createFreshEvents(): FreshEvents {
  const kept = new Map<number, EventRecord>();
  return {
    add: (events) => {
      for (const event of events) kept.set(event.id, event);
      for (const id of kept.keys()) {
        if (kept.size <= maxKept) return;
        kept.delete(id);
      }
    },
    take: (id) => {
      const event = kept.get(id);
      kept.delete(id);
      return event;
    },
    clear: () => kept.clear(),
  };
}
