import { sql } from "kysely";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import type { Services } from "../platform/services.ts";
import { checkAreaCounts, createAreaAlerts } from "./area-alerts.ts";

const intervalMs = 2_000;
const dayMs = 86_400_000;
/** A later report of a camera may correct the plate until then. */
const settlingMs = 30_000;
/** How much is done at once, so that no statement takes long. */
const maxStaysPerRun = 2_000;
const daysPerRun = 7;

type Parts = Pick<Services, "db" | "clock">;

/** OPS-1: pairs entries with exits and denials with admissions; returns whether there is more to do. */
export async function followStays({ db, clock }: Parts): Promise<boolean> {
  const { maxSessionDays } = await loadRequiredConfigs(db);
  const now = clock.now().getTime();
  const { rows } = await sql<{ taken: number }>`
    select follow_stays(${new Date(now - settlingMs)}, ${maxStaysPerRun}, ${maxSessionDays}) as taken`.execute(db);
  const hasMore = rows[0]?.taken === maxStaysPerRun;
  if (!hasMore) await sql`select end_old_stays(${new Date(now - maxSessionDays * dayMs)})`.execute(db);
  return hasMore;
}

/** OPS-2: adds up the counts of new events, then those of some older ones; returns whether there are more of these. */
export async function addUpCounts({ db, clock }: Parts): Promise<boolean> {
  const { timeZone } = await loadRequiredConfigs(db);
  await sql`select fold_overview()`.execute(db);
  const { rows } = await sql<{ hasMore: boolean }>`
    select build_overview(${timeZone}, ${clock.now()}, ${daysPerRun}) as "hasMore"`.execute(db);
  return rows[0]?.hasMore === true;
}

/** Starts to maintain the counts of the overview; only the leader does. */
export function startOverview(services: Services): BackgroundJob {
  const alerts = createAreaAlerts(services);
  return startJob("overview", services.log, async () => {
    const hasStays = await followStays(services);
    const hasCounts = await addUpCounts(services);
    await checkAreaCounts(services, alerts);
    return { waitMs: hasStays || hasCounts ? 0 : intervalMs };
  });
}
