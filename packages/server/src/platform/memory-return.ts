import { performance } from "node:perf_hooks";
import { type BackgroundJob, startJob } from "./background-job.ts";
import { collectGarbage } from "./collect-garbage.ts";
import type { Log } from "./log.ts";

const checkIntervalMs = 5_000;
/** Below this share of the time in which the process works, a pause of 0.2 s delays hardly anything. */
const maxIdleShare = 0.15;
const maxGrowth = 1.1;
/** Moderate steady traffic also grows the memory: collecting it more often would only cost time. */
const checksBetweenCollections = 12;

/** What this process uses, and how it frees memory. */
export interface ProcessMemory {
  /** Share of the time since the last call in which the process worked. */
  busyShare(): number;
  residentBytes(): number;
  collect(): void;
}

/** Returns the memory of a busy time to the system when it is over. Without it, V8 keeps it while little is allocated. */
export function startMemoryReturn(log: Log): BackgroundJob {
  const check = createMemoryReturn(ownMemory());
  return startJob("memory", log, async () => {
    check();
    return { waitMs: checkIntervalMs };
  });
}

/** Each call collects the garbage if the process has little to do and has grown since the last collection. */
export function createMemoryReturn(memory: ProcessMemory): () => void {
  let lowestBytes = 0;
  let checks = checksBetweenCollections;
  return () => {
    const isIdle = memory.busyShare() <= maxIdleShare;
    const bytes = memory.residentBytes();
    checks += 1;
    if (!isIdle || checks <= checksBetweenCollections || bytes <= lowestBytes * maxGrowth) {
      lowestBytes = Math.min(lowestBytes, bytes);
      return;
    }
    memory.collect();
    checks = 0;
    lowestBytes = memory.residentBytes();
  };
}

function ownMemory(): ProcessMemory {
  let before = performance.eventLoopUtilization();
  return {
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    residentBytes: process.memoryUsage.rss,
    collect: collectGarbage,
  };
}
