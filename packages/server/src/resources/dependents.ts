import type { Dependent } from "@gatehouse/contract/errors";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";

interface Reference {
  table: string;
  column: string;
  /** Whether rows of the table go along with what they point to; otherwise they hold it. */
  goesAlong: boolean;
  /** Whether the table's rows are records of their own. */
  isRecord: boolean;
  /** The table that a joining table belongs to, and the column that says to which row. */
  owner: string | null;
  ownerColumn: string | null;
}

interface Rows {
  table: string;
  ids: readonly number[];
}

/**
 * GATE-5, VAR-6: what keeps a row from being deleted, found from the database's own foreign keys, so that a new
 * reference is told without being listed: whatever uses the row, or what would be deleted along with it (a camera's
 * slots, and what is counted of them). A joining table stands for the row it belongs to.
 */
export async function listDependents(db: ReadDb, table: string, id: number): Promise<Dependent[]> {
  const going: Rows[] = [{ table, ids: [id] }];
  const found = new Map<string, Dependent>();
  // What goes along is added while it is walked.
  for (const rows of going) {
    for (const reference of await referencesTo(db, rows.table)) {
      if (!reference.goesAlong) {
        for (const user of await usersThrough(db, reference, rows)) found.set(`${user.kind} ${user.id}`, user);
      } else if (reference.isRecord) {
        const ids = await idsThrough(db, reference, rows);
        if (ids.length > 0) going.push({ table: reference.table, ids });
      }
    }
  }
  for (const rows of going) for (const one of rows.ids) found.delete(`${rows.table} ${one}`);
  return [...found.values()];
}

async function referencesTo(db: ReadDb, table: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select f.conrelid::regclass::text as table, a.attname as column, f.confdeltype = 'c' as "goesAlong",
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
