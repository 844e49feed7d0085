import type { Log } from "../../platform/log.ts";
import type { Arrival } from "./arrival.ts";

/** Takes arrivals in; each call ends once all of its own are stored. */
export interface IngestQueue {
  add(arrivals: readonly Arrival[]): Promise<void>;
  /** Ends when nothing is under way any more. */
  settled(): Promise<void>;
}

interface Waiting {
  readonly arrivals: readonly Arrival[];
  done(): void;
  failed(error: unknown): void;
}

/** One is stored while the next one is decided; more would only wait for each other. */
const inFlight = 2;
const mostInBatch = 200;

/** Commits in groups: whatever waits when a place is free goes together. */
export function openIngestQueue(store: (arrivals: readonly Arrival[]) => Promise<void>, log: Log): IngestQueue {
  const waiting: Waiting[] = [];
  const running = new Set<Promise<void>>();

  function next(): Waiting[] {
    const group: Waiting[] = [];
    let size = 0;
    while (waiting[0] && (group.length === 0 || size + waiting[0].arrivals.length <= mostInBatch)) {
      size += waiting[0].arrivals.length;
      group.push(waiting.shift() as Waiting);
    }
    return group;
  }

  function pump(): void {
    while (running.size < inFlight && waiting.length > 0) {
      const group = next();
      const work = storeGroup(group).finally(() => {
        running.delete(work);
        pump();
      });
      running.add(work);
    }
  }

  async function storeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await store(group.flatMap(({ arrivals }) => arrivals));
      for (const { done } of group) done();
    } catch (error) {
      if (group.length === 1) return group[0]?.failed(error);
      // What one device sent must not keep another's from being stored.
      log.warn({ error, group: group.length }, "a group of events could not be stored; each is tried by itself");
      for (const one of group) await storeGroup([one]);
    }
  }

  return {
    add: (arrivals) => {
      if (arrivals.length === 0) return Promise.resolve();
      return new Promise<void>((done, failed) => {
        waiting.push({ arrivals, done, failed });
        // Those that arrive in the same turn go together.
        setImmediate(pump);
      });
    },
    settled: async () => {
      while (running.size > 0 || waiting.length > 0) await Promise.all(running);
    },
  };
}
