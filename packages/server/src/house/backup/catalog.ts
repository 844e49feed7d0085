import { type ClientBase, escapeIdentifier } from "pg";
import type { SequenceValue, TableColumns } from "./manifest.ts";

/** The tables of the schema; the rows of partitions belong to their parent. */
export async function listTables(client: ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence <> 't' and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

/** The partitions of the events, which come and go with time. */
export async function listMonths(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = to_regclass('events') and pg_get_expr(relpartbound, oid) <> 'DEFAULT'
    order by relname`);
  return rows.map(({ name }) => name);
}

/** The positions of all sequences. They don't belong to the snapshot, so they are read after the rows. */
export async function listSequences(client: ClientBase): Promise<SequenceValue[]> {
  const values = [];
  for (const name of await listSequenceNames(client)) {
    const found = await client.query(
      `select last_value::text as value, is_called as "isCalled" from ${escapeIdentifier(name)}`,
    );
    values.push({ name, ...found.rows[0] });
  }
  return values;
}

export async function listSequenceNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`);
  return rows.map(({ name }) => name);
}

/** A foreign key, and the statement that creates it. */
export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The foreign keys in the order of their creation, which is also that of their cascades. */
export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = current_schema()::regnamespace and k.contype = 'f' and k.conparentid = 0
    order by k.oid`);
  return rows;
}
