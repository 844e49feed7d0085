import { keptBackTestDays } from "@gatehouse/contract/entities/access/back-test";
import type { RequiredValues } from "@gatehouse/contract/entities/required-configs";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type RawBuilder, sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Database, ReadDb } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import { deleteRows } from "./delete-rows.ts";
import { createPlateHashing } from "./plate-hashing.ts";

/** Which rows of a table are deleted. */
interface RetentionRule {
  readonly table: string;
  /** Whether the retention of a row has ended. */
  readonly ended: RawBuilder<unknown>;
  /** Whether a legal hold covers a row; null for copies and counts of what is kept elsewhere. */
  readonly held: RawBuilder<unknown> | null;
}

/** The times before which data is deleted. */
function retentionLimits(
  { retentionDays, eventRetentionDays, plateRetentionDays }: RequiredValues,
  now: Date,
): { other: Date; event: Date; plate: Date; before: (days: number) => Date } {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return {
    other: before(retentionDays),
    event: before(eventRetentionDays),
    plate: before(plateRetentionDays),
    before,
  };
}

const later = (one: Date, other: Date) => (one > other ? one : other);

const heldAt = (time: string) => sql`is_held(null, ${sql.ref(time)})`;
const heldEvent = (time: string) => sql`(is_event_held("eventId") or ${heldAt(time)})`;
const heldPlate = (plate: string, time: string) => sql`is_held(${sql.ref(plate)}, ${sql.ref(time)})`;

/**
 * What is deleted row by row. Records that are there to explain events, and that contain plates in texts or documents,
 * are deleted when the plates of the events are replaced.
 */
function retentionRules({ other, event, plate, before }: ReturnType<typeof retentionLimits>): RetentionRule[] {
  const eventOrPlate = later(event, plate);
  const heldAlert = sql`is_held(normalize_identifier(coalesce("additionalInfo"->>'iid', '')), "createdAt")`;
  return [
    { table: "alerts", ended: sql`status = 'resolved' and "resolvedAt" < ${other}`, held: heldAlert },
    // These alerts name the plate.
    {
      table: "alerts",
      ended: sql`type = 'AC_WATCH_LIST' and status = 'resolved' and "resolvedAt" < ${plate}`,
      held: heldAlert,
    },
    // Personal access tokens are checked with the last session of their owner at a provider.
    {
      table: "sessions",
      ended: sql`"expiresAt" < ${other} and not exists (select from provider_sessions p
        where p."sessionId" = sessions.id and p."checkedAt" >= ${other})`,
      held: heldAt("createdAt"),
    },
    { table: "outbox", ended: sql`"takenAt" < ${other}`, held: heldAt("createdAt") },
    {
      table: "outbox",
      ended: sql`"takenAt" < ${plate} and kind in ('mygate-notice', 'ticket', 'notification-mail', 'notification-webhook')`,
      held: sql`(${heldAt("createdAt")} or exists (select from legal_holds h where h."plateNormalized" is not null
        and position(h."plateNormalized" in regexp_replace(upper(payload::text), '[[:space:][:punct:]]', '', 'g')) > 0))`,
    },
    { table: "commands", ended: sql`at < ${event}`, held: heldEvent("at") },
    // Events outside the monthly partitions have wrong clocks, so their time of receipt counts.
    {
      table: "events_other",
      ended: sql`"receivedAt" < ${event}`,
      held: sql`is_event_held(id, "plateNormalized", "identifierId", "occurredAt")`,
    },
    {
      table: "event_keys",
      ended: sql`("receivedAt" < ${event} or ("receivedAt" < ${plate} and content like 'plate %'))`,
      held: null,
    },
    { table: "event_reports", ended: sql`"receivedAt" < ${eventOrPlate}`, held: heldEvent("receivedAt") },
    {
      table: "event_corrections",
      ended: sql`at < ${event}`,
      held: sql`(${heldEvent("occurredAt")} or ${heldPlate("readNormalized", "occurredAt")})`,
    },
    {
      table: "station_cards",
      ended: sql`coalesce("deniedAt", "handledAt") < ${event}`,
      held: sql`(is_event_held("eventId") or is_held(null, coalesce("deniedAt", "handledAt")))`,
    },
    { table: "station_notes", ended: sql`at < ${eventOrPlate}`, held: heldEvent("at") },
    {
      table: "station_handovers",
      ended: sql`at < ${later(other, plate)}`,
      held: sql`(${heldAt("at")} or exists (select from jsonb_array_elements(summary->'cards') c
        where is_event_held((c->>'eventId')::bigint)))`,
    },
    { table: "camera_hours", ended: sql`hour < ${event}`, held: null },
    { table: "camera_confusions", ended: sql`"lastAt" < ${event}`, held: null },
    { table: "plate_reads", ended: sql`"lastReadAt" < ${eventOrPlate}`, held: heldPlate("plate", "lastReadAt") },
    { table: "passages", ended: sql`at < ${before(1)}`, held: null },
    {
      table: "back_tests",
      ended: sql`"createdAt" < ${later(before(keptBackTestDays), plate)}`,
      held: null,
    },
    // Past passes, entries and overrides explain the events of their time.
    {
      table: "access_passes",
      ended: sql`"validTo" < ${eventOrPlate}`,
      held: sql`(${heldPlate("lpNormalized", "validFrom")} or ${heldPlate("lpNormalized", "validTo")})`,
    },
    { table: "access_lists", ended: sql`until < ${eventOrPlate}`, held: heldPlate("iidNormalized", "until") },
    { table: "access_overrides", ended: sql`until < ${event}`, held: sql`(${heldAt("since")} or ${heldAt("until")})` },
  ];
}

interface MonthLimits {
  readonly now: Date;
  readonly oldest: Date;
  readonly hasHolds: boolean;
}

/** Returns false if a slow reader locks the events: waiting for it would block ingest as well. */
async function updateMonths(db: Database, { now, oldest, hasHolds }: MonthLimits): Promise<boolean> {
  try {
    await sql`select ensure_event_partitions(${now}, ${oldest})`.execute(db);
    for (const month of await listEndedMonths(db, oldest)) {
      if (hasHolds && (await hasHeldEvent(db, month.name))) await emptyMonth(db, month);
      else await dropMonth(db, month);
    }
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    return false;
  }
}

const lockNotAvailable = "55P03";

/** A partition of the events. */
interface EventMonth {
  readonly name: string;
  readonly end: string;
}

/** The months that ended before a time, oldest first. */
async function listEndedMonths(db: ReadDb, oldest: Date): Promise<EventMonth[]> {
  const { rows } = await sql<EventMonth>`
    select name, "end" from (
      select c.relname as name,
        (to_timestamp(right(c.relname, 7), 'YYYY_MM')::date + interval '1 month') at time zone 'UTC' as "end"
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$'
    ) month where "end" <= ${oldest} order by name`.execute(db);
  return rows;
}

const held = sql`is_event_held(id, "plateNormalized", "identifierId", "occurredAt")`;

async function hasHeldEvent(db: Database, month: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(month)} where ${held} limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes a month except for the events under a legal hold; the counts of the month are dropped either way. */
async function emptyMonth(db: Database, { name, end }: EventMonth): Promise<void> {
  // The triggers of the events don't run for a partition, so no count is corrected for its rows.
  await deleteRows(db, name, sql`not ${held}`);
  await sql`select drop_overview_before(${end})`.execute(db);
}

/** The counts of the month are dropped first, because the month is locked from its drop until the commit. */
async function dropMonth(db: Database, { name, end }: EventMonth): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select drop_overview_before(${end})`.execute(tx);
    await sql`select drop_event_month(${name})`.execute(tx);
  });
}

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
