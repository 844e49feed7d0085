import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** While modules are loaded: with the lowest one, a busy machine would take minutes. */
const lowPriority = 10;
const lowestPriority = 19;

/** Finds the process of the database that serves a connection, and whether it runs on this machine. */
export const databaseProcess =
  "select pg_backend_pid() as id, inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' as \"isLocal\"";

/** Lowers the priority of this thread, where the system allows it. */
export function lowerThreadPriority(priority = lowPriority): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, priority);
  } catch {
    // Not on Linux.
  }
}

/** Gives way to ingest: lowers the priority of this thread and of its database process, where the system allows it. */
export function giveWay({ id, isLocal }: { id: number; isLocal: boolean }): void {
  if (!isLocal) return;
  lowerThreadPriority(lowestPriority);
  try {
    setPriority(id, lowestPriority);
  } catch {
    // The database runs under another account.
  }
}
