import { type ChildProcess, execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Only a name: PostgreSQL listens on a socket file, never on the network. */
export const socketPort = 5432;
/** The socket's file in the database folder. */
export const socketName = `.s.PGSQL.${socketPort}`;

const fastMs = 2500;
const immediateMs = 1500;

/** Stops a PostgreSQL of this data folder that outlived its server, so that a new one can take over. */
export async function stopOrphan(databaseFolder: string): Promise<number | null> {
  const pid = readPid(join(databaseFolder, "postmaster.pid"));
  if (pid === null) return null;
  if (!serves(pid, databaseFolder)) {
    // The id is a zombie's or has gone to another program, which PostgreSQL would take for a running server.
    // Workers that still live are found by PostgreSQL through the shared memory, with or without this file.
    for (const stale of ["postmaster.pid", `${socketName}.lock`]) rmSync(join(databaseFolder, stale), { force: true });
    return null;
  }
  await stopGently(pid, () => isAlive(pid));
  return pid;
}

/** Ends a PostgreSQL that we started; resolves when its process is gone. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  await stopGently(child.pid, () => child.exitCode === null && child.signalCode === null);
}

async function stopGently(pid: number, lives: () => boolean): Promise<void> {
  signal(pid, "SIGINT"); // fast shutdown: ends the sessions, writes a checkpoint
  if (await gone(lives, fastMs)) return;
  signal(pid, "SIGQUIT"); // immediate shutdown: nothing is lost, the next start replays the log
  if (await gone(lives, immediateMs)) return;
  signal(pid, "SIGKILL");
  await gone(lives, immediateMs);
}

async function gone(lives: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (lives()) {
    if (performance.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/** Sends a signal to a process that may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone, which is what the signal was for.
  }
}

function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  // A zombie (its new parent has not collected it yet) takes signals but holds nothing any more.
  return process.platform !== "linux" || !/^State:\tZ/m.test(readStatus(pid));
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "State:\tZ";
  }
}

/** PostgreSQL works inside its data folder, so its working directory tells whose server it is. */
function serves(pid: number, databaseFolder: string): boolean {
  try {
    if (process.platform === "linux") {
      const program = readlinkSync(`/proc/${pid}/exe`);
      return /\/postgres( \(deleted\))?$/.test(program) && readlinkSync(`/proc/${pid}/cwd`) === databaseFolder;
    }
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(databaseFolder);
  } catch {
    return false;
  }
}
