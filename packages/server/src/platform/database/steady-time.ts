import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { Clock } from "../clock.ts";
import type { Database } from "./database.ts";

/** A monotonic clock that all processes share, for delays that outlast a process. Steps of the wall clock don't affect it. */
export interface SteadyTime {
  /** Milliseconds since the installation was created, without downtime that can't be measured reliably. */
  now(): Promise<number>;
}

// Two processes may differ by this much.
const saveIntervalMs = 1_000;
// Downtime is measured by the wall clock, which may have been changed meanwhile: counts as 0 to 24 hours.
const maxDowntimeMs = dayMs;

/** Adds the time on the process's monotonic clock to the time stored in the database. */
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
      if (elapsedMs - saved.elapsedMs >= saveIntervalMs) {
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
