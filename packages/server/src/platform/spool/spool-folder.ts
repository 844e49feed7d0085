import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type FolderLock, lockDataFolder } from "../data-folder.ts";
import { privateFolderMode } from "../private-files.ts";
import { StartupError } from "../startup-error.ts";
import { listSegments, toSegmentName } from "./segment.ts";

const maxProcesses = 32;

/** A spool folder that only this process uses. */
export interface SpoolFolder extends FolderLock {
  readonly path: string;
}

/**
 * Locks a spool folder of the data folder, which several processes may share: `spool`, `spool-2` and so on. The records of
 * processes that do not run are moved to it.
 */
export async function claimSpoolFolder(dataDir: string): Promise<SpoolFolder> {
  let own: SpoolFolder | undefined;
  for (let number = 1; number <= maxProcesses; number += 1) {
    const path = join(dataDir, number === 1 ? "spool" : `spool-${number}`);
    if (own && !existsSync(path)) continue;
    mkdirSync(path, { recursive: true, mode: privateFolderMode });
    const lock = await lockDataFolder(path).catch(() => undefined);
    if (!lock) continue;
    if (own) {
      moveSegments(path, own.path);
      await lock.release();
    } else own = { path, release: lock.release };
  }
  if (!own) throw new StartupError(`DATA_DIR: no spool folder in ${dataDir} can be locked.`);
  return own;
}

function moveSegments(from: string, to: string): void {
  for (const { name } of listSegments(readdirSync(from))) {
    const last = listSegments(readdirSync(to)).at(-1)?.number ?? 0;
    renameSync(join(from, name), join(to, toSegmentName(last + 1)));
  }
}
