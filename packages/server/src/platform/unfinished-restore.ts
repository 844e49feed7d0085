import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listStoredEntries, privateFileMode } from "./private-files.ts";
import { StartupError } from "./startup-error.ts";

const markName = "restore-unfinished";
const markText = "A restore into this folder has not finished. The next restore deletes what it left.\n";

/** Marks a data folder whose contents are incomplete, also after a power failure. */
export const markUnfinishedRestore = (dataDir: string): void =>
  writeFileSync(join(dataDir, markName), markText, { mode: privateFileMode, flag: "wx", flush: true });

export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(join(dataDir, markName));

export const markRestoreFinished = (dataDir: string): void => rmSync(join(dataDir, markName));

/** Deletes what an unfinished restore has stored; its mark last. */
export function deleteUnfinishedRestore(dataDir: string): void {
  for (const name of listStoredEntries(dataDir)) {
    if (name !== markName) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  rmSync(join(dataDir, markName), { force: true });
}

/** A server must not start with a part of its data. */
export function rejectUnfinishedRestore(dataDir: string): void {
  if (!isRestoreUnfinished(dataDir)) return;
  throw new StartupError(`DATA_DIR: a restore into ${dataDir} has not finished: run "npm run restore" again.`);
}
