import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../platform/database/database.ts";

/** How a bulk write is laid out. */
export interface BulkShape {
  table: string;
  /** What makes two rows the same one. */
  key: readonly string[];
  /** Every column that is written, with its PostgreSQL type. */
  columns: Record<string, string>;
  /** The order in which whoever locks several rows does so, where it is not that of the key. */
  lockedBy?: readonly string[];
}

/** What a bulk write did. */
export interface BulkCounts {
  added: number;
  updated: number;
  unchanged: number;
}

/**
 * Adds and changes many rows in one statement; rows that are already as sent are left alone. Along with them rows are
 * locked that the same transaction deletes afterwards, named by their keys.
 */
export async function bulkUpsert(
  tx: Tx,
  shape: BulkShape,
  rows: readonly object[],
  going: readonly object[] = [],
): Promise<BulkCounts> {
  await lockInOrder(tx, shape, [...rows, ...going]);
  if (rows.length === 0) return { added: 0, updated: 0, unchanged: 0 };
  const names = Object.keys(shape.columns);
  // New rows keep the order in which they were sent, because lists show the newest first.
  // The key is what they already have in common: unless it is written, whoever points to a row need not wait.
  const written = names.filter((name) => !shape.key.includes(name));
  const { rows: touched } = await sql<{ inserted: boolean }>`
    insert into ${sql.table(shape.table)} (${refs(names)})
    select ${refs(names, "sent")} from ${recordset(shape, names, JSON.stringify(rows))}
    on conflict (${refs(shape.key)}) do update
      set ${sql.join(written.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${refs(names, shape.table)}) is distinct from (${refs(names, "excluded")})
    returning (xmax = 0) as inserted`.execute(tx);
  const added = touched.filter((row) => row.inserted).length;
  return { added, updated: touched.length - added, unchanged: rows.length - touched.length };
}

/** Locks what is there already in the order in which everybody does, so that nobody waits in a circle. */
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
  const typed = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name] ?? "")}`);
  return sql`jsonb_to_recordset(${json}::jsonb) as sent(${sql.join(typed)})`;
}
