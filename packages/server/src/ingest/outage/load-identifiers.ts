import Cursor from "pg-cursor";
import type { Database } from "../../platform/database/database.ts";
import type { IdentifierRow } from "../load-context.ts";

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

/** HA-1: reads all identifiers, page by page. */
export async function* readIdentifiers(db: Database): AsyncGenerator<IdentifierRow[]> {
  const client = await db.pool.connect();
  let isOver = false;
  try {
    const cursor = client.query(new Cursor<IdentifierRow>(selectAll));
    for (let page = await cursor.read(pageRows); page.length > 0; page = await cursor.read(pageRows)) yield page;
    await cursor.close();
    isOver = true;
  } finally {
    client.release(!isOver);
  }
}

/** Reads those of these identifiers that still exist. */
export async function readChangedIdentifiers(db: Database, ids: readonly number[]): Promise<IdentifierRow[]> {
  return (await db.pool.query<IdentifierRow>(selectSome, [ids])).rows;
}
