import { sql } from "kysely";
import type { Database, ReadDb } from "../../platform/database/database.ts";
import { deleteRows } from "./delete-rows.ts";

interface MonthLimits {
  readonly now: Date;
  readonly oldest: Date;
  readonly hasHolds: boolean;
}

/** Returns false if a slow reader locks the events: waiting for it would block ingest as well. */
export async function updateMonths(db: Database, { now, oldest, hasHolds }: MonthLimits): Promise<boolean> {
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
