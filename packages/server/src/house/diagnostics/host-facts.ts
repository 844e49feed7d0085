import { readFile, statfs } from "node:fs/promises";
import { arch, cpus, freemem, loadavg, platform, release, totalmem, uptime } from "node:os";
import { getHeapStatistics } from "node:v8";
import { productVersion } from "../../platform/product-version.ts";
import { recentLogFiles } from "../../platform/recent-log.ts";
import { listBackups } from "../backup/backup-folder.ts";
import { scrubLogLine } from "./scrub.ts";

/** Where the server stores its files; null if it has no folder. */
export interface Machine {
  readonly dataDir: string | null;
  readonly backupDir: string | null;
}

const maxLogLines = 5_000;

/** Versions, processor, memory, disk and the time since the start. */
export async function loadHostFacts({ dataDir, backupDir }: Machine) {
  return {
    version: productVersion,
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    processor: cpus()[0]?.model,
    load: loadavg(),
    hostUptimeSeconds: Math.round(uptime()),
    processUptimeSeconds: Math.round(process.uptime()),
    memory: { totalBytes: totalmem(), freeBytes: freemem(), process: process.memoryUsage() },
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dataDisk: await measureDisk(dataDir),
    backupDisk: await measureDisk(backupDir),
    backups: backupDir === null ? null : (await listBackups(backupDir)).map(({ at }) => at),
  };
}

async function measureDisk(folder: string | null) {
  if (folder === null) return null;
  const found = await statfs(folder).catch(() => undefined);
  if (!found) return { fault: "The folder can't be read." };
  const { bavail, blocks, bsize } = found;
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** The newest lines of the log as JSON lines, without texts of the site. */
export async function loadRecentLog({ dataDir }: Machine): Promise<string> {
  if (dataDir === null) return "";
  const { old, current } = recentLogFiles(dataDir);
  const texts = await Promise.all([old, current].map((path) => readFile(path, "utf8").catch(() => "")));
  const lines = texts.join("").split("\n").slice(-maxLogLines);
  const scrubbed = lines.map(scrubLogLine).filter((line) => line !== undefined);
  return scrubbed.map((line) => `${JSON.stringify(line)}\n`).join("");
}
