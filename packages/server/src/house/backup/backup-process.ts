import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const command = join(import.meta.dirname, "backup-command.ts");

/** Makes a backup in a folder; throws with the reason if it fails. */
export type RunBackup = (folder: string, signal: AbortSignal) => Promise<void>;

/** Makes a backup in a process of its own, so that no gate waits for it. */
export const runBackupProcess: RunBackup = async (folder, signal) => {
  const child = spawn(process.execPath, [command, folder], { stdio: ["ignore", "ignore", "pipe"] });
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop);
  try {
    const [[code], errors] = await Promise.all([once(child, "close"), text(child.stderr)]);
    if (code !== 0) throw new Error(errors.trim().split("\n").at(-1) || `The process ended with the code ${code}.`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
};
