import type { Dependent } from "@gatehouse/contract/errors";
import { type Kysely, sql } from "kysely";
import type { Reading } from "../platform/database.ts";

interface Reference {
  table: string;
  column: string;
  /** The table that a joining table belongs to, and the column that says to which row. */
  owner: string | null;
  ownerColumn: string | null;
}

/**
 * GATE-5: what uses a row, found from the database's own foreign keys, so that a new reference is told without being
 * listed. A joining table stands for the row it belongs to.
 */
export async function dependentsOf(db: Reading, table: string, id: number): Promise<Dependent[]> {
  const references = await referencesTo(db, table);
  const found = await Promise.all(references.map((reference) => usersThrough(db, reference, id)));
  return found.flat();
}

async function referencesTo(db: Reading, table: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select f.conrelid::regclass::text as table, a.attname as column,
           o.confrelid::regclass::text as owner, oa.attname as "ownerColumn"
    from pg_constraint f
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    left join pg_constraint o on o.conrelid = f.conrelid and o.contype = 'f' and o.confdeltype = 'c'
    left join pg_attribute oa on oa.attrelid = o.conrelid and oa.attnum = o.conkey[1]
    where f.contype = 'f' and f.confrelid = ${table}::regclass and f.confdeltype <> 'c'
    order by 1, 2`.execute(db as Kysely<unknown>);
  return rows;
}

async function usersThrough(db: Reading, reference: Reference, id: number): Promise<Dependent[]> {
  const { table, column, owner, ownerColumn } = reference;
  const kind = owner ?? table;
  const ids = sql`select ${sql.ref(ownerColumn ?? "id")} from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;
  const { rows } = await sql<Dependent>`
    select ${kind} as kind, id, name from ${sql.table(kind)} where id in (${ids}) order by id limit 100`.execute(
    db as Kysely<unknown>,
  );
  return rows;
}
