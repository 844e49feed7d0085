import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { areaSourceTitles, toAreaLevel } from "@gatehouse/contract/entities/overview-figures";
import { formatCount } from "@gatehouse/contract/fields/number";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { type ConditionAlerts, createConditionAlerts } from "../../alert/condition-alerts.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { type CountedArea, leadingCount, loadCountedAreas } from "./area-count.store.ts";

const type = "AREA_COUNT_IMPOSSIBLE";

/** The alerts about counts below zero or above the capacity. */
export const createAreaAlerts = (services: Pick<Services, "db" | "clock">): ConditionAlerts =>
  createConditionAlerts(services, type);

/** Raises an alert for each area whose leading count can't be right, and resolves it once it can. */
export async function checkAreaCounts({ db }: Pick<Services, "db">, alerts: ConditionAlerts): Promise<void> {
  const causes = (await loadCountedAreas(db)).flatMap(toCause);
  const subjects = new Set(causes.map(({ subject }) => subject));
  await alerts.update({ causes, isKept: (subject) => subjects.has(subject) });
}

function toCause(area: CountedArea): AlertCause[] {
  const { id, name, capacity, leading } = area;
  const count = leadingCount(area);
  if (toAreaLevel(count, capacity) !== "impossible") return [];
  const source = areaSourceTitles[leading].toLowerCase();
  const why = count < 0 ? "which is less than none" : `more than its ${capacity} spaces`;
  return [
    {
      type,
      scope: "ac",
      subject: `area ${id}`,
      title: "Impossible count of an area",
      description: `"${name}" has ${formatCount(count, "vehicle")} by its ${source}, ${why}.`,
      additionalInfo: { areaId: id, area: name, count, source },
    },
  ];
}

const intervalMs = 2_000;
/** A later report of a camera may correct the plate until then. */
const settlingMs = 30_000;
/** How much is done at once, so that no statement takes long. */
const maxStaysPerRun = 2_000;
const daysPerRun = 7;

type Parts = Pick<Services, "db" | "clock">;

/** Pairs entries with exits and denials with admissions; returns whether there is more to do. */
export async function followStays({ db, clock }: Parts): Promise<boolean> {
  const { maxSessionDays } = await loadRequiredConfigs(db);
  const now = clock.now().getTime();
  const { rows } = await sql<{ taken: number }>`
    select follow_stays(${new Date(now - settlingMs)}, ${maxStaysPerRun}, ${maxSessionDays}) as taken`.execute(db);
  const hasMore = rows[0]?.taken === maxStaysPerRun;
  if (!hasMore) await sql`select end_old_stays(${new Date(now - maxSessionDays * dayMs)})`.execute(db);
  return hasMore;
}

/** Adds up the counts of new events, then those of some older ones; returns whether there are more of these. */
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
