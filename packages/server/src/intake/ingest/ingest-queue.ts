import { setImmediate as immediate } from "node:timers/promises";
import { httpError } from "../../platform/http/http-error.ts";
import type { Log } from "../../platform/log.ts";
import type { QueuedEvent } from "./queued-event.ts";

/** Collects events of concurrent pushes into batches. */
export interface IngestQueue {
  /** Resolves once all of these events are stored. Batches of serial events would wait for one lock. */
  add(events: readonly QueuedEvent[], isSerial?: boolean): Promise<void>;
  /** Events that wait or are being stored. */
  length(): number;
  /** Resolves when the queue is empty and no batch is running. */
  settled(): Promise<void>;
}

/** The events of one push, which are stored in one batch. */
interface QueuedPush {
  readonly events: readonly QueuedEvent[];
  readonly isSerial: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

const maxConcurrentBatches = 2;
const maxBatchSize = 200;
const maxCollectMs = 4;

const countEvents = (pushes: readonly QueuedPush[]) => pushes.reduce((sum, { events }) => sum + events.length, 0);

/**
 * Stores events in batches, two at a time, each with half of the queued events: while PostgreSQL stores one batch, this
 * process prepares the other. Serial events use one batch at a time, with all of those that are queued.
 */
export function createIngestQueue(store: (events: readonly QueuedEvent[]) => Promise<void>, log: Log): IngestQueue {
  let queued: QueuedPush[] = [];
  const running = new Map<readonly QueuedPush[], Promise<void>>();
  let isCollecting = false;

  /** Waits until a turn of the event loop adds no push, so that pushes that arrive together share a batch. */
  function collect(): void {
    if (isCollecting) return;
    isCollecting = true;
    const until = performance.now() + maxCollectMs;
    const check = (previousLength: number) =>
      setImmediate(() => {
        if (queued.length > previousLength && performance.now() < until) return check(queued.length);
        isCollecting = false;
        startBatches();
      });
    check(0);
  }

  function startBatches(): void {
    while (running.size < maxConcurrentBatches) {
      const batch = dequeueBatch();
      if (batch.length === 0) return;
      const work = storeBatch(batch).finally(() => {
        running.delete(batch);
        if (queued.length > 0) collect();
      });
      running.set(batch, work);
    }
  }

  function dequeueBatch(): QueuedPush[] {
    const inProgress = [...running.keys()].flat();
    // Late events have no deadline: they use one batch at a time, and none while live events are queued.
    const hasLive = queued.some(isLive);
    if (!hasLive && inProgress.length > 0 && !inProgress.some(isLive)) return [];
    const isLocked = inProgress.some(({ isSerial }) => isSerial);
    const candidates = interleaveSenders(
      queued.filter((push) => isLive(push) === hasLive && !(push.isSerial && isLocked)),
    );
    const batches = candidates.some(({ isSerial }) => isSerial) ? 1 : maxConcurrentBatches;
    const maxSize = Math.min(maxBatchSize, Math.ceil(countEvents([...queued, ...inProgress]) / batches));
    const batch: QueuedPush[] = [];
    let size = 0;
    for (const push of candidates) {
      if (batch.length > 0 && size + push.events.length > maxSize) break;
      size += push.events.length;
      batch.push(push);
    }
    const dequeued = new Set(batch);
    queued = queued.filter((push) => !dequeued.has(push));
    return batch;
  }

  /** A push that is rejected while queued is not stored, and its memory is freed. */
  function remove(push: QueuedPush): void {
    queued = queued.filter((other) => other !== push);
    push.reject(httpError("server/unavailable"));
  }

  async function storeBatch(batch: readonly QueuedPush[]): Promise<void> {
    try {
      await store(batch.flatMap(({ events }) => events));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      // Events of one device must not prevent those of another from being stored.
      log.warn({ error, pushes: batch.length }, "could not store a batch of events; storing each push separately");
      for (const push of batch) {
        if (isRejected(push)) push.reject(error);
        else await storeBatch([push]);
      }
    }
  }

  return {
    add: (events, isSerial = false) => {
      if (events.length === 0) return Promise.resolve();
      return new Promise<void>((resolve, reject) => {
        const push = { events, isSerial, resolve, reject };
        queued.push(push);
        events[0]?.deadline.onOver(() => remove(push));
        collect();
      });
    },
    length: () => countEvents([...queued, ...[...running.keys()].flat()]),
    settled: async () => {
      while (running.size > 0 || queued.length > 0) await Promise.all([...running.values(), immediate()]);
    },
  };
}

const isRejected = ({ events }: QueuedPush) => events.some(({ deadline }) => deadline.isOver());
const isLive = ({ events }: QueuedPush) => events.some(({ timing }) => timing === "live");

/** The first push of each sender, then the second of each, and so on: a busy sender delays only itself. */
function interleaveSenders(pushes: readonly QueuedPush[]): QueuedPush[] {
  const bySender = [...Map.groupBy(pushes, ({ events }) => events[0]?.sender).values()];
  const rounds = Math.max(0, ...bySender.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    bySender.map((ofSender) => ofSender[round]).filter((push) => push !== undefined),
  ).flat();
}
