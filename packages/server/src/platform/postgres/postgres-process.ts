import { type ChildProcess, execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Only part of the socket's name: PostgreSQL does not listen on the network. */
export const socketPort = 5432;
export const socketName = `.s.PGSQL.${socketPort}`;

const fastShutdownMs = 2500;
const immediateShutdownMs = 1500;

/** Stops a PostgreSQL that an earlier run left on this folder; returns its process id. */
export async function stopOrphan(databaseFolder: string): Promise<number | null> {
  const pid = readPid(join(databaseFolder, "postmaster.pid"));
  if (pid === null) return null;
  if (!isServerOf(pid, databaseFolder)) {
    // The PID is a zombie's or was reused by another program, which PostgreSQL would take for a running server.
    // PostgreSQL detects workers that still run through the shared memory, with or without this file.
    for (const stale of ["postmaster.pid", `${socketName}.lock`]) rmSync(join(databaseFolder, stale), { force: true });
    return null;
  }
  await stopProcess(pid, () => isAlive(pid));
  return pid;
}

/** Stops a PostgreSQL that this process started; resolves when it has exited. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  await stopProcess(child.pid, () => child.exitCode === null && child.signalCode === null);
}

async function stopProcess(pid: number, isRunning: () => boolean): Promise<void> {
  sendSignal(pid, "SIGINT"); // fast shutdown: ends the sessions, writes a checkpoint
  if (await waitForExit(isRunning, fastShutdownMs)) return;
  sendSignal(pid, "SIGQUIT"); // immediate shutdown: nothing is lost, the next start replays the log
  if (await waitForExit(isRunning, immediateShutdownMs)) return;
  sendSignal(pid, "SIGKILL");
  await waitForExit(isRunning, immediateShutdownMs);
}

async function waitForExit(isRunning: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (isRunning()) {
    if (performance.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/** Sends a signal to a process; ignores processes that have already exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already exited.
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
  // A zombie, which its parent has not reaped yet, still accepts signals but holds no resources.
  return process.platform !== "linux" || !/^State:\tZ/m.test(readStatus(pid));
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "State:\tZ";
  }
}

/** PostgreSQL's working directory is its database folder. */
function isServerOf(pid: number, databaseFolder: string): boolean {
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
