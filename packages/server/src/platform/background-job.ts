import type { Log } from "./log.ts";

const retryAfterFailureMs = 1_000;

export interface BackgroundJob {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Runs work repeatedly; each run returns how long to wait until the next. Failures are logged and retried. */
export function startJob(name: string, log: Log, work: () => Promise<{ waitMs: number }>): BackgroundJob {
  let stopped = false;
  let wake = () => {};

  async function loop(): Promise<void> {
    let failures = 0;
    while (!stopped) {
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
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = loop();
  return {
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}
