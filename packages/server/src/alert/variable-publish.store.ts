import { sql } from "kysely";
import type { ReadDb, Tx } from "../platform/database/database.ts";

/** Records that the cloud accepted the variables. */
export async function markPublished(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  // Locks in the order in which values are updated, to avoid deadlocks.
  await sql`
    update variables v set "publishedAt" = ${at}
    from (select id from variables where id = any(${ids}) order by id for no key update) taken
    where v.id = taken.id`.execute(tx);
}

/** Lists the ids of variables that the cloud has not accepted yet. */
export async function listPendingIds(db: ReadDb): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct (sent->>'id')::integer as id
    from outbox, jsonb_array_elements(payload->'variables') sent
    where kind = 'cloud-variables' and "takenAt" is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
