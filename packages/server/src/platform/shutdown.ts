import { setTimeout as sleep } from "node:timers/promises";

type Closer = () => Promise<unknown>;

/** Closes resources in the reverse order of their opening. */
export interface Shutdown {
  add(closer: Closer): void;
  /** Closes everything once; later calls wait for the first. */
  run(): Promise<void>;
  hasBegun(): boolean;
}

// Together with stopping PostgreSQL, the whole shutdown stays below five seconds.
const closeTimeoutMs = 1500;

export function createShutdown(onError: (error: unknown) => void): Shutdown {
  const closers: Closer[] = [];
  let running: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (const close of closers.reverse()) await close().catch(onError);
  }

  return {
    add: (closer) => closers.push(closer),
    run: () => {
      running ??= closeAll();
      return running;
    },
    hasBegun: () => running !== undefined,
  };
}

/** Limits the time of a closer, so that an open connection or a hanging device can't delay the rest. */
export function withTimeout(close: Closer): Closer {
  return () => Promise.race([close(), sleep(closeTimeoutMs, undefined, { ref: false })]);
}
