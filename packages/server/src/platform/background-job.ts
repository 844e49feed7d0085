import type { Log } from "./log.ts";

const retryAfterFailureMs = 1_000;

export interface BackgroundJob {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** A job that can run before its wait is over. */
interface WakeableJob extends BackgroundJob {
  /** Ends the wait; a run in progress is followed by another at once. */
  wake(): void;
}

/** Runs work repeatedly; each run returns how long to wait until the next. Failures are logged and retried. */
export function startJob(name: string, log: Log, work: () => Promise<{ waitMs: number }>): WakeableJob {
  let stopped = false;
  let isWoken = false;
  let endWait = () => {};

  async function loop(): Promise<void> {
    let failures = 0;
    while (!stopped) {
      isWoken = false;
      const { waitMs } = await work().then(
        (next) => {
          failures = 0;
          return next;
        },
        (error: unknown) => {
          failures += 1;
          // An outage of the database must not fill the log.
          if (!stopped)
            log[failures === 1 ? "warn" : "debug"]({ error, job: name }, "background job failed; will retry");
          return { waitMs: retryAfterFailureMs };
        },
      );
      if (stopped) return;
      if (isWoken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = loop();
  return {
    wake: () => {
      isWoken = true;
      endWait();
    },
    stop: () => {
      stopped = true;
      endWait();
      return running;
    },
  };
}
