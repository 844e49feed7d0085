import type { Dependent } from "@gatehouse/contract/errors";
import { sql } from "kysely";
import type { ReadDb } from "../database/database.ts";

interface Reference {
  table: string;
  column: string;
  /** Whether rows of the table are deleted with the row they reference; otherwise they prevent its deletion. */
  isCascading: boolean;
  /** Whether the table's rows are records with a name. */
  isRecord: boolean;
  /** The table that a join table belongs to, and the column that references it. */
  owner: string | null;
  ownerColumn: string | null;
}

interface Rows {
  table: string;
  ids: readonly number[];
}

/**
 * Lists the records that prevent a row's deletion, found through the foreign keys in the database catalog. They use the
 * row itself, or rows that would be deleted with it (such as a camera's slots). A row of a join table counts as the
 * record it belongs to.
 */
export async function listDependents(db: ReadDb, table: string, id: number): Promise<Dependent[]> {
  const deleted: Rows[] = [{ table, ids: [id] }];
  const found = new Map<string, Dependent>();
  // The loop appends the rows that are deleted in cascade.
  for (const rows of deleted) {
    for (const reference of await referencesTo(db, rows.table)) {
      if (!reference.isCascading) {
        for (const user of await usersThrough(db, reference, rows)) found.set(`${user.kind} ${user.id}`, user);
      } else if (reference.isRecord) {
        const ids = await idsThrough(db, reference, rows);
        if (ids.length > 0) deleted.push({ table: reference.table, ids });
      }
    }
  }
  for (const rows of deleted) for (const deletedId of rows.ids) found.delete(`${rows.table} ${deletedId}`);
  return [...found.values()];
}

async function referencesTo(db: ReadDb, table: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select f.conrelid::regclass::text as table, a.attname as column, f.confdeltype = 'c' as "isCascading",
           n.attname is not null as "isRecord", o.confrelid::regclass::text as owner, oa.attname as "ownerColumn"
    from pg_constraint f
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    left join pg_attribute n on n.attrelid = f.conrelid and n.attname = 'name' and not n.attisdropped
    left join pg_constraint o on n.attname is null and o.conrelid = f.conrelid and o.contype = 'f' and o.confdeltype = 'c'
    left join pg_attribute oa on oa.attrelid = o.conrelid and oa.attnum = o.conkey[1]
    where f.contype = 'f' and f.confrelid = ${table}::regclass
    order by 1, 2`.execute(db);
  return rows;
}

async function usersThrough(db: ReadDb, reference: Reference, { ids }: Rows): Promise<Dependent[]> {
  const { table, column, owner, ownerColumn } = reference;
  const kind = owner ?? table;
  const users = sql`
    select ${sql.ref(ownerColumn ?? "id")} from ${sql.table(table)} where ${sql.ref(column)} = any(${ids})`;
  const { rows } = await sql<Dependent>`
    select ${kind} as kind, id, name from ${sql.table(kind)} where id in (${users}) order by id limit 100`.execute(db);
  return rows;
}

async function idsThrough(db: ReadDb, { table, column }: Reference, { ids }: Rows): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(column)} = any(${ids})`.execute(db);
  return rows.map(({ id }) => id);
}
