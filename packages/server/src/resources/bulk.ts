import { sql } from "kysely";
import type { Writing } from "../platform/database.ts";

/** How a bulk write is laid out. */
export interface BulkShape {
  table: string;
  /** What makes two rows the same one. */
  key: readonly string[];
  /** Every column that is written, with its PostgreSQL type. */
  columns: Record<string, string>;
}

/** What a bulk write did. */
export interface BulkCounts {
  added: number;
  updated: number;
  unchanged: number;
}

/** Adds and changes many rows in one statement; rows that are already as sent are left alone. */
export async function bulkUpsert(tx: Writing, shape: BulkShape, rows: readonly object[]): Promise<BulkCounts> {
  if (rows.length === 0) return { added: 0, updated: 0, unchanged: 0 };
  const names = Object.keys(shape.columns);
  const list = (from: string) => sql.join(names.map((name) => sql.ref(`${from}.${name}`)));
  const { rows: written } = await sql<{ inserted: boolean }>`
    insert into ${sql.table(shape.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${list("sent")} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as sent(${sql.join(Object.entries(shape.columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})
    on conflict (${sql.join(shape.key.map((name) => sql.ref(name)))}) do update
      set ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${list(shape.table)}) is distinct from (${list("excluded")})
    returning (xmax = 0) as inserted`.execute(tx);
  const added = written.filter((row) => row.inserted).length;
  return { added, updated: written.length - added, unchanged: rows.length - written.length };
}
