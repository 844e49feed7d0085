/** Runs work in limited numbers; what waits takes turns by its key, so that no key delays another for long. */
export interface FairQueue {
  /** Undefined without a call to `work` when the queue, or this key's part of it, is full. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T> | undefined;
}

/** Whose turn it is. */
export interface Turn {
  readonly key: string;
  /** Goes before everything that has no priority, and has a queue of its own. */
  readonly hasPriority: boolean;
}

/** The limits of a queue. */
export interface QueueLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
}

/** A first-in first-out queue for each key, served round-robin. */
export function createFairQueue({ maxRunning, maxWaiting, maxWaitingPerKey }: QueueLimits): FairQueue {
  const lines = { priority: createLine(), other: createLine() };
  let running = 0;

  function next(): void {
    while (running < maxRunning) {
      const start = lines.priority.take() ?? lines.other.take();
      if (!start) return;
      running += 1;
      start();
    }
  }

  return {
    run: <T>({ key, hasPriority }: Turn, work: () => Promise<T>) => {
      const line = hasPriority ? lines.priority : lines.other;
      if (line.size() >= maxWaiting || line.sizeOf(key) >= maxWaitingPerKey) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      line.add(key, resolve);
      const result = promise.then(work).finally(() => {
        running -= 1;
        next();
      });
      next();
      return result;
    },
  };
}

function createLine() {
  // In the order of their turns.
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
