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
    while (!stopped) {
      const { waitMs } = await work().catch((error: unknown) => {
        if (!stopped) log.warn({ error, job: name }, "background job failed; will retry");
        return { waitMs: retryAfterFailureMs };
      });
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
