import type { Log } from "./log.ts";

/** Something that runs again and again until it is stopped. */
export interface BackgroundJob {
  stop(): Promise<void>;
}

/** Runs work, waits, runs it again; a failure is logged and never ends the loop. The work says how long to wait. */
export function repeat(name: string, log: Log, work: () => Promise<{ waitMs: number }>): BackgroundJob {
  let stopped = false;
  let wake = () => {};

  async function loop(): Promise<void> {
    while (!stopped) {
      const { waitMs } = await work().catch((error: unknown) => {
        if (!stopped) log.warn({ error, loop: name }, "a background loop failed and goes on");
        return { waitMs: 1_000 };
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
