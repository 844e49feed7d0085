import { setTimeout as pause } from "node:timers/promises";
import Cursor from "pg-cursor";
import type { Database } from "../../platform/database/database.ts";
import type { IdentifierRow } from "../load-context.ts";
import { createIdentifierTable, type IdentifierTable } from "./identifier-table.ts";

const columns = `i.id, i.origin, i."externalId", i.type, i.iid, i."iidNormalized", i.lp, i."ownerName", i."vehicleType",
  i."validFrom", i."validTo"`;

const selectAll = `select ${columns}, coalesce(g.ids, '{}') as "groupIds"
  from identifiers i left join (
    select "identifierId", array_agg("groupId") as ids from identifier_groups group by 1
  ) g on g."identifierId" = i.id`;

/** Reads the groups of these identifiers only: the statement above would read the groups of all. */
const selectSome = `select ${columns},
    array(select "groupId" from identifier_groups g where g."identifierId" = i.id) as "groupIds"
  from identifiers i where i.id = any($1::integer[])`;

const pageRows = 1_000;
/** Leaves the processor to events between two pages. */
const pauseMs = 3;

/** HA-1: loads all identifiers, page by page. */
export async function loadIdentifiers(db: Database): Promise<IdentifierTable> {
  const client = await db.pool.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select greatest(reltuples, 0)::bigint as count from pg_class where oid = 'identifiers'::regclass",
    );
    const table = createIdentifierTable(rows[0]?.count);
    const cursor = client.query(new Cursor<IdentifierRow>(selectAll));
    for (let page = await cursor.read(pageRows); page.length > 0; page = await cursor.read(pageRows)) {
      for (const row of page) table.set(row);
      if (page.length === pageRows) await pause(pauseMs);
    }
    await cursor.close();
    client.release();
    return table;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Loads changed identifiers into the table; those that no longer exist are deleted. */
export async function reloadIdentifiers(db: Database, table: IdentifierTable, ids: readonly number[]): Promise<void> {
  const { rows } = await db.pool.query<IdentifierRow>(selectSome, [ids]);
  const found = new Set(rows.map(({ id }) => id));
  for (const row of rows) table.set(row);
  for (const id of ids) if (!found.has(id)) table.delete(id);
}
