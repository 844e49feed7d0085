/** Limits concurrency and serves waiting work round-robin by key, so that no key delays the others. */
export interface FairQueue {
  /** Returns undefined, without calling `work`, if the queue or the key's share of it is full. */
  run<T>(entry: QueueEntry, work: () => Promise<T>): Promise<T> | undefined;
}

export interface QueueEntry {
  readonly key: string;
  /** Runs before all work without priority and has a separate queue. */
  readonly hasPriority: boolean;
}

export interface QueueLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
}

/** A first-in first-out queue for each key, served round-robin. */
export function createFairQueue({ maxRunning, maxWaiting, maxWaitingPerKey }: QueueLimits): FairQueue {
  const priority = createRoundRobin();
  const normal = createRoundRobin();
  let running = 0;

  function next(): void {
    while (running < maxRunning) {
      const start = priority.take() ?? normal.take();
      if (!start) return;
      running += 1;
      start();
    }
  }

  return {
    run: <T>({ key, hasPriority }: QueueEntry, work: () => Promise<T>) => {
      const waiting = hasPriority ? priority : normal;
      if (waiting.size() >= maxWaiting || waiting.sizeOf(key) >= maxWaitingPerKey) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(key, resolve);
      const result = promise.then(work).finally(() => {
        running -= 1;
        next();
      });
      next();
      return result;
    },
  };
}

function createRoundRobin() {
  // The order of the keys is the order in which they are served.
  const waiting = new Map<string, (() => void)[]>();
  let size = 0;
  return {
    size: () => size,
    sizeOf: (key: string) => waiting.get(key)?.length ?? 0,
    add: (key: string, start: () => void) => {
      const own = waiting.get(key);
      if (own) own.push(start);
      else waiting.set(key, [start]);
      size += 1;
    },
    take: (): (() => void) | undefined => {
      const [first] = waiting;
      if (!first) return undefined;
      const [key, own] = first;
      const start = own.shift();
      waiting.delete(key);
      if (own.length > 0) waiting.set(key, own);
      size -= 1;
      return start;
    },
  };
}
