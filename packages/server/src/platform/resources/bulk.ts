import { assertFound } from "@gatehouse/contract/assert-found";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** The table and columns of a bulk write. */
export interface BulkShape {
  table: string;
  /** The columns of the unique key. */
  key: readonly string[];
  /** Every written column with its PostgreSQL type. */
  columns: Record<string, string>;
  /** The columns by whose order rows are locked, if not by the key. */
  lockedBy?: readonly string[];
}

export interface BulkCounts {
  added: number;
  updated: number;
  unchanged: number;
}

/** The key columns of a row that was added or changed. */
interface TouchedRow extends Record<string, unknown> {
  inserted: boolean;
}

/**
 * Inserts and updates many rows in one statement; does not touch unchanged rows. Also locks the rows with the keys in
 * `deleting`, which the same transaction deletes afterwards.
 */
export async function bulkUpsert(
  tx: Tx,
  shape: BulkShape,
  rows: readonly object[],
  deleting: readonly object[] = [],
): Promise<BulkCounts> {
  const touched = await upsertRows(tx, shape, rows, deleting);
  const added = touched.filter((row) => row.inserted).length;
  return { added, updated: touched.length - added, unchanged: rows.length - touched.length };
}

/** Like `bulkUpsert`; returns the keys of the rows that it added or changed. */
export async function upsertRows(
  tx: Tx,
  shape: BulkShape,
  rows: readonly object[],
  deleting: readonly object[] = [],
): Promise<TouchedRow[]> {
  await lockInOrder(tx, shape, [...rows, ...deleting]);
  if (rows.length === 0) return [];
  const names = Object.keys(shape.columns);
  // Inserts in the given order, because lists show the newest row first.
  // Does not update the key columns: that would block inserts that reference the rows.
  const written = names.filter((name) => !shape.key.includes(name));
  const { rows: touched } = await sql<TouchedRow>`
    insert into ${sql.table(shape.table)} (${refs(names)})
    select ${refs(names, "sent")} from ${recordset(shape, names, JSON.stringify(rows))}
    on conflict (${refs(shape.key)}) do update
      set ${sql.join(written.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${refs(names, shape.table)}) is distinct from (${refs(names, "excluded")})
    returning (xmax = 0) as inserted, ${refs(shape.key, shape.table)}`.execute(tx);
  return touched;
}

/** Locks existing rows in a fixed order to avoid deadlocks. */
async function lockInOrder(tx: Tx, shape: BulkShape, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = recordset(shape, shape.key, JSON.stringify(rows, [...shape.key]));
  await sql`
    select from ${sql.table(shape.table)} as held
    where (${refs(shape.key, "held")}) in (select ${refs(shape.key, "sent")} from ${keys})
    order by ${refs(shape.lockedBy ?? shape.key, "held")} for no key update of held`.execute(tx);
}

const refs = (names: readonly string[], of?: string) =>
  sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)));

function recordset({ columns }: BulkShape, names: readonly string[], json: string): RawBuilder<unknown> {
  const typed = names.map((name) => sql`${sql.ref(name)} ${sql.raw(assertFound(columns[name], `no column ${name}`))}`);
  return sql`jsonb_to_recordset(${json}::jsonb) as sent(${sql.join(typed)})`;
}
