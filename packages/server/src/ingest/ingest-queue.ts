import { setImmediate as immediate } from "node:timers/promises";
import { refuse } from "../platform/http/refusal.ts";
import type { Log } from "../platform/log.ts";
import type { QueuedEvent } from "./queued-event.ts";

/** Takes arrivals in; each call ends once all of its own are stored. */
export interface IngestQueue {
  add(arrivals: readonly QueuedEvent[]): Promise<void>;
  /** Ends when nothing is under way any more. */
  settled(): Promise<void>;
}

interface Waiting {
  readonly arrivals: readonly QueuedEvent[];
  done(): void;
  failed(error: unknown): void;
}

const lanes = 2;
const mostInBatch = 200;
const longestGatheringMs = 4;

const sizeOf = (group: readonly Waiting[]) => group.reduce((sum, { arrivals }) => sum + arrivals.length, 0);

/**
 * Commits in groups, two at a time, each of half of what is there: while one half is stored the other one arrives, and
 * neither PostgreSQL nor this process waits for the other.
 */
export function createIngestQueue(store: (arrivals: readonly QueuedEvent[]) => Promise<void>, log: Log): IngestQueue {
  let waiting: Waiting[] = [];
  const running = new Map<readonly Waiting[], Promise<void>>();
  let isGathering = false;

  /** Waits until a turn brings nothing more, so that those who were answered together come together again. */
  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    const until = performance.now() + longestGatheringMs;
    const look = (before: number) =>
      setImmediate(() => {
        if (waiting.length > before && performance.now() < until) return look(waiting.length);
        isGathering = false;
        pump();
      });
    look(0);
  }

  function pump(): void {
    while (running.size < lanes) {
      const group = next();
      if (group.length === 0) return;
      const work = storeGroup(group).finally(() => {
        running.delete(group);
        if (waiting.length > 0) gather();
      });
      running.set(group, work);
    }
  }

  function next(): Waiting[] {
    const stored = [...running.keys()].flat();
    // What a device has kept for hours may wait: it has at most one lane, and none while there is news.
    const isNews = waiting.some(isLive);
    if (!isNews && stored.length > 0 && !stored.some(isLive)) return [];
    const candidates = inTurns(waiting.filter((one) => isLive(one) === isNews));
    const most = Math.min(mostInBatch, Math.ceil(sizeOf([...waiting, ...stored]) / lanes));
    const group: Waiting[] = [];
    let size = 0;
    for (const one of candidates) {
      if (group.length > 0 && size + one.arrivals.length > most) break;
      size += one.arrivals.length;
      group.push(one);
    }
    const taken = new Set(group);
    waiting = waiting.filter((one) => !taken.has(one));
    return group;
  }

  /** SAFE-5: a push that was refused while it waited is not stored, and its bytes are not kept. */
  function leave(one: Waiting): void {
    waiting = waiting.filter((other) => other !== one);
    one.failed(refuse("server/unavailable"));
  }

  async function storeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await store(group.flatMap(({ arrivals }) => arrivals));
      for (const { done } of group) done();
    } catch (error) {
      if (group.length === 1) return group[0]?.failed(error);
      // What one device sent must not keep another's from being stored.
      log.warn({ error, group: group.length }, "a group of events could not be stored; each is tried by itself");
      for (const one of group) {
        if (isRefused(one)) one.failed(error);
        else await storeGroup([one]);
      }
    }
  }

  return {
    add: (arrivals) => {
      if (arrivals.length === 0) return Promise.resolve();
      return new Promise<void>((done, failed) => {
        const one = { arrivals, done, failed };
        waiting.push(one);
        arrivals[0]?.deadline.onOver(() => leave(one));
        gather();
      });
    },
    settled: async () => {
      while (running.size > 0 || waiting.length > 0) await Promise.all([...running.values(), immediate()]);
    },
  };
}

const isRefused = ({ arrivals }: Waiting) => arrivals.some(({ deadline }) => deadline.isOver());
const isLive = ({ arrivals }: Waiting) => arrivals.some(({ timing }) => timing === "live");

/** One of each sender, then the next one of each: whoever sends much waits for itself and not for others. */
function inTurns(waiting: readonly Waiting[]): Waiting[] {
  const queues = [...Map.groupBy(waiting, ({ arrivals }) => arrivals[0]?.sender).values()];
  const rounds = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => queues.flatMap((queue) => queue[round] ?? [])).flat();
}
