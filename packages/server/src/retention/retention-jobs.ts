import { keptBackTestDays } from "@gatehouse/contract/entities/access/back-test-values";
import { type RawBuilder, sql } from "kysely";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import type { Database } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";

const intervalMs = 3_600_000;
const retryMs = 60_000;
const dayMs = 86_400_000;
const maxRowsPerDelete = 20_000;

/** Deletes rows and event months whose configured retention has ended. */
export function startRetentionJobs({ db, clock, log }: Services): BackgroundJob {
  return startJob("housekeeping", log, async () => {
    const { retentionDays, eventRetentionDays } = await loadRequiredConfigs(db);
    const before = (days: number) => new Date(clock.now().getTime() - days * dayMs);
    const oldest = before(retentionDays);
    const oldestEvent = before(eventRetentionDays);
    await deleteRows(db, "alerts", sql`status = 'resolved' and "resolvedAt" < ${oldest}`);
    await deleteRows(db, "sessions", sql`"expiresAt" < ${oldest}`);
    await deleteRows(db, "outbox", sql`"takenAt" < ${oldest}`);
    await deleteRows(db, "commands", sql`at < ${oldestEvent}`);
    // Events outside the monthly partitions have wrong clocks, so their time of receipt counts.
    await deleteRows(db, "events_other", sql`"receivedAt" < ${oldestEvent}`);
    await deleteRows(db, "event_keys", sql`"receivedAt" < ${oldestEvent}`);
    await deleteRows(db, "event_reports", sql`"receivedAt" < ${oldestEvent}`);
    await deleteRows(db, "event_corrections", sql`at < ${oldestEvent}`);
    await deleteRows(db, "station_cards", sql`coalesce("deniedAt", "handledAt") < ${oldestEvent}`);
    await deleteRows(db, "station_notes", sql`at < ${oldestEvent}`);
    await deleteRows(db, "station_handovers", sql`at < ${oldest}`);
    await deleteRows(db, "camera_hours", sql`hour < ${oldestEvent}`);
    await deleteRows(db, "camera_confusions", sql`"lastAt" < ${oldestEvent}`);
    await deleteRows(db, "plate_reads", sql`"lastReadAt" < ${oldestEvent}`);
    await deleteRows(db, "passages", sql`at < ${before(1)}`);
    await deleteRows(db, "back_tests", sql`"createdAt" < ${before(keptBackTestDays)}`);
    // Past passes, entries and overrides explain the events of their time.
    await deleteRows(db, "access_passes", sql`"validTo" < ${oldestEvent}`);
    await deleteRows(db, "access_lists", sql`until < ${oldestEvent}`);
    await deleteRows(db, "access_overrides", sql`until < ${oldestEvent}`);
    await deletePolicyHistory(db, oldestDecision(oldestEvent));
    const areMonthsUpdated = await updateMonths(db, clock.now(), oldestEvent);
    return { waitMs: areMonthsUpdated ? intervalMs : retryMs };
  });
}

/** Events are deleted by whole months, and an event whose clock is ahead is in a later month than its decision. */
const maxMonthsAhead = 3;

/** RULE-9: no event that is kept was decided before this time. */
const oldestDecision = (oldestEvent: Date): Date =>
  new Date(Date.UTC(oldestEvent.getUTCFullYear(), oldestEvent.getUTCMonth() - maxMonthsAhead, 1));

/** RULE-9: deletes the versions and memberships that ended before a time. */
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

/** Deletes in steps, so that no statement takes long even after the retention was shortened. */
async function deleteRows(db: Database, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const from = sql.table(table);
  let deleted = maxRowsPerDelete;
  while (deleted === maxRowsPerDelete) {
    const { numAffectedRows } = await sql`
      delete from ${from} where ctid = any(array(select ctid from ${from} where ${condition} limit ${maxRowsPerDelete}))`.execute(
      db,
    );
    deleted = Number(numAffectedRows);
  }
}

/** Returns false if a slow reader locks the events: waiting for it would block ingest as well. */
async function updateMonths(db: Database, now: Date, oldest: Date): Promise<boolean> {
  try {
    await sql`select ensure_event_partitions(${now}, ${oldest})`.execute(db);
    while (await dropMonth(db, oldest));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    return false;
  }
}

const lockNotAvailable = "55P03";

/** The counts of the month are dropped first, because the month is locked from its drop until the commit. */
async function dropMonth(db: Database, oldest: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const month = await sql<{ end: string | null }>`
      select min((to_timestamp(right(c.relname, 7), 'YYYY_MM')::date + interval '1 month') at time zone 'UTC') as end
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$'`.execute(tx);
    const [{ end = null } = {}] = month.rows;
    if (end === null || new Date(end) > oldest) return false;
    await sql`select drop_overview_before(${end})`.execute(tx);
    const { rows } = await sql<{ dropped: string | null }>`
      select drop_event_month_before(${oldest}) as dropped`.execute(tx);
    return typeof rows[0]?.dropped === "string";
  });
}
