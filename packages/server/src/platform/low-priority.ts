import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Not the lowest: a busy machine must finish a report as well. */
const lowPriority = 10;

/** Finds the process of the database that serves a connection, and whether it runs on this machine. */
export const databaseProcess =
  "select pg_backend_pid() as id, inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' as \"isLocal\"";

/** Lowers the priority of this thread, where the system allows it. */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, lowPriority);
  } catch {
    // Not on Linux.
  }
}

/** Gives way to ingest: lowers the priority of this thread and of its database process, where the system allows it. */
export function giveWay({ id, isLocal }: { id: number; isLocal: boolean }): void {
  if (!isLocal) return;
  lowerThreadPriority();
  try {
    setPriority(id, lowPriority);
  } catch {
    // The database runs under another account.
  }
}
