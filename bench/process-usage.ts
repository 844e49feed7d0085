import { readFileSync } from "node:fs";
import { childrenOf } from "../packages/server/test/start/processes.ts";

/** Clock ticks of /proc per second. */
const ticksPerSecond = 100;

/** Resident memory of a process in MB. */
export function readMemoryMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** CPU time of a process in seconds, with that of its present and ended children if asked. */
export function readCpuSeconds(pid: number, children: "none" | "all" = "none"): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  const own = (user + system) / ticksPerSecond;
  if (children === "none") return own;
  const present = childrenOf(pid).reduce((sum, child) => sum + readCpuOfChild(child), 0);
  return own + present + (endedUser + endedSystem) / ticksPerSecond;
}

/** PostgreSQL's workers may end at any time. */
function readCpuOfChild(pid: number): number {
  try {
    return readCpuSeconds(pid, "all");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ESRCH")
      return 0;
    throw error;
  }
}
