import { setTimeout as sleep } from "node:timers/promises";

type Closer = () => Promise<unknown>;

/** Whatever was opened, in order, so that it can be closed in reverse. */
export interface Shutdown {
  add(closer: Closer): void;
  /** Closes everything once; whatever does not close in time is left to the end of the process. */
  run(): Promise<void>;
  /** Whether it is under way: what ends now was meant to. */
  begun(): boolean;
}

// Together with PostgreSQL's own stop this stays below the five seconds that a person is asked to wait.
const patienceMs = 1500;

/** An empty list of things to close. */
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
    begun: () => running !== undefined,
  };
}

/** A closer that is given up after a while: an open connection or a hanging device must not hold up the rest. */
export function patiently(close: Closer): Closer {
  return () => Promise.race([close(), sleep(patienceMs, undefined, { ref: false })]);
}
