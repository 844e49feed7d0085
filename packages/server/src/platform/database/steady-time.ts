import type { Clock } from "../clock.ts";
import type { Database } from "./database.ts";

/** Time for waits that outlive a process: shared by all processes, and indifferent to a wall clock that is set. */
export interface SteadyTime {
  /** Milliseconds since the installation was made, without the time in which the clock could not be trusted. */
  now(): Promise<number>;
}

// Written this rarely; two processes may differ by as much.
const savedEveryMs = 1_000;
// Downtime is measured by the wall clock, which may have been set meanwhile: it counts as no time at least, a day at most.
const maxDowntimeMs = 86_400_000;

/** Follows the process's monotonic clock from where the database says that time stood. */
export function createSteadyTime(db: Database, clock: Clock): SteadyTime {
  let anchor: { elapsedMs: number; monotonicMs: number } | undefined;

  return {
    now: async () => {
      const saved = await db.selectFrom("steady_time").select(["elapsedMs", "wallAt"]).executeTakeFirstOrThrow();
      const monotonic = clock.monotonicMs();
      if (!anchor) {
        const downtimeMs = clock.now().getTime() - Date.parse(saved.wallAt);
        const elapsedMs = saved.elapsedMs + Math.min(Math.max(downtimeMs, 0), maxDowntimeMs);
        anchor = { elapsedMs, monotonicMs: monotonic };
      }
      const own = anchor.elapsedMs + monotonic - anchor.monotonicMs;
      // Another process may be ahead.
      if (saved.elapsedMs > own) anchor = { elapsedMs: saved.elapsedMs, monotonicMs: monotonic };
      const elapsedMs = Math.max(saved.elapsedMs, own);
      if (elapsedMs - saved.elapsedMs >= savedEveryMs) {
        await db
          .updateTable("steady_time")
          .set((row) => ({
            elapsedMs: row.fn<number>("greatest", ["elapsedMs", row.val(elapsedMs)]),
            wallAt: clock.now(),
          }))
          .execute();
      }
      return elapsedMs;
    },
  };
}
