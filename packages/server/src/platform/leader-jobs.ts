import { type BackgroundJob, repeat } from "./background-job.ts";
import type { Leadership } from "./database/leadership.ts";
import type { Log } from "./log.ts";

const lookMs = 250;

/** Runs what talks to the field while this process leads, and only then. */
export function runWhileLeading(
  leadership: Leadership,
  log: Log,
  start: () => readonly BackgroundJob[],
): BackgroundJob {
  let running: readonly BackgroundJob[] | undefined;

  const stopRunning = async () => {
    const stopping = running ?? [];
    running = undefined;
    await Promise.all(stopping.map((loop) => loop.stop()));
  };

  const looking = repeat("leadership", log, async () => {
    if (leadership.isLeader()) running ??= start();
    else if (running) await stopRunning();
    return { waitMs: lookMs };
  });

  return {
    stop: async () => {
      await looking.stop();
      await stopRunning();
    },
  };
}
