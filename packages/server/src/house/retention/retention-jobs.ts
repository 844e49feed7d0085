import { type RawBuilder, sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import { deleteRows } from "./delete-rows.ts";
import { updateMonths } from "./event-months.ts";
import { createPlateHashing } from "./plate-hashing.ts";
import { type RetentionRule, retentionLimits, retentionRules } from "./retention-rules.ts";

const intervalMs = 3_600_000;
const retryMs = 60_000;

/** Deletes rows and event months whose configured retention has ended, and replaces plates after theirs. */
export function startRetentionJobs(services: Services): BackgroundJob {
  const { db, clock, log } = services;
  const hashPlates = createPlateHashing(services);
  return startJob("housekeeping", log, async () => {
    const now = clock.now();
    const limits = retentionLimits(await loadRequiredConfigs(db), now);
    const oldestHold = await loadOldestHold(db);
    const hasHolds = oldestHold !== undefined;
    for (const rule of retentionRules(limits)) await deleteRows(db, rule.table, toCondition(rule, hasHolds));
    await deletePolicyHistory(db, oldestDecision(hasHolds && oldestHold < limits.event ? oldestHold : limits.event));
    await hashPlates(limits.plate, now);
    const areMonthsUpdated = await updateMonths(db, { now, oldest: limits.event, hasHolds });
    return { waitMs: areMonthsUpdated ? intervalMs : retryMs };
  });
}

/** Looking for holds takes time, so it is left out while there are none. */
const toCondition = ({ ended, held }: RetentionRule, hasHolds: boolean): RawBuilder<unknown> =>
  held && hasHolds ? sql`(${ended}) and (${held}) is not true` : ended;

/** The earliest time that a hold covers; undefined without holds. */
async function loadOldestHold(db: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ oldest: string | null }>`
    select min(coalesce("from", to_timestamp(0))) as oldest from legal_holds`.execute(db);
  const oldest = rows[0]?.oldest ?? null;
  return oldest === null ? undefined : new Date(oldest);
}

/** Events are deleted by whole months, and an event whose clock is ahead is in a later month than its decision. */
const maxMonthsAhead = 3;

/** No event that is kept was decided before this time. */
const oldestDecision = (oldestEvent: Date): Date =>
  new Date(Date.UTC(oldestEvent.getUTCFullYear(), oldestEvent.getUTCMonth() - maxMonthsAhead, 1));

/** Deletes the versions and memberships that ended before a time. */
async function deletePolicyHistory(db: Database, oldest: Date): Promise<void> {
  await deleteRows(
    db,
    "policy_versions",
    sql`version < (select max(v.version) from policy_versions v where v.at < ${oldest})`,
  );
  // The membership before its end, which alone would look like a membership that never ended.
  await deleteRows(db, "identifier_group_changes", sql`"endedAt" < ${oldest}`);
  await deleteRows(db, "identifier_group_changes", sql`not "isMember" and at < ${oldest}`);
}
