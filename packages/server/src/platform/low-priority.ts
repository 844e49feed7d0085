import { setPriority } from "node:os";

const lowestPriority = 19;

/** Gives way to ingest: lowers the priority of this thread. On other systems, it would be that of the process. */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(lowestPriority);
}
