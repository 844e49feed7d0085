import { type BackgroundJob, startJob } from "./background-job.ts";
import type { Leadership } from "./database/leadership.ts";
import type { Log } from "./log.ts";

const checkIntervalMs = 250;

/** Runs the jobs that control the hardware only while this process is the leader. */
export function runWhileLeader(
  leadership: Pick<Leadership, "isLeader">,
  log: Log,
  start: () => readonly BackgroundJob[],
): BackgroundJob {
  let running: readonly BackgroundJob[] | undefined;

  const stopRunning = async () => {
    const stopping = running ?? [];
    running = undefined;
    await Promise.all(stopping.map((job) => job.stop()));
  };

  const watcher = startJob("leadership", log, async () => {
    if (leadership.isLeader()) running ??= start();
    else if (running) await stopRunning();
    return { waitMs: checkIntervalMs };
  });

  return {
    stop: async () => {
      await watcher.stop();
      await stopRunning();
    },
  };
}
