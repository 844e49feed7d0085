import { loadSite } from "../../../gate/site-cache.ts";
import { type BackgroundJob, startJob } from "../../../platform/background-job.ts";
import { recordQueries } from "../../../platform/database/recorded-queries.ts";
import type { Services } from "../../../platform/services.ts";
import type { Replica } from "./replica.ts";
import type { Snapshot } from "./snapshot.ts";

const checkIntervalMs = 1_000;
/** Passages of vehicles change it all the time. */
const minSaveIntervalMs = 60_000;

/** Saves the snapshot after changes, so that a process can start while the database is away. */
export function startSnapshotSaver(
  { db, health, secrets, clock, log }: Services,
  snapshot: Snapshot,
  replica: Replica,
): BackgroundJob {
  let savedVersion = -1;
  let savedMs = Number.NEGATIVE_INFINITY;
  let savedAt: Date | undefined;

  async function save(at: Date): Promise<void> {
    const version = snapshot.version();
    const site = await recordQueries(db, (recording) => loadSite(recording, (sealed) => secrets.open(sealed)));
    await replica.save(at, { site, tables: snapshot.tables() });
    [savedVersion, savedMs, savedAt] = [version, clock.monotonicMs(), at];
  }

  const job = startJob("saving the snapshot", log, async () => {
    const at = snapshot.currentAt();
    const isDue = clock.monotonicMs() - savedMs >= minSaveIntervalMs;
    if (!at || !isDue || !health.isUp() || at.getTime() === savedAt?.getTime()) return { waitMs: checkIntervalMs };
    if (snapshot.version() !== savedVersion) await save(at);
    else {
      await replica.save(at);
      [savedMs, savedAt] = [clock.monotonicMs(), at];
    }
    return { waitMs: checkIntervalMs };
  });

  return {
    stop: async () => {
      await job.stop();
      const at = snapshot.currentAt();
      if (at && health.isUp()) await save(at);
    },
  };
}
