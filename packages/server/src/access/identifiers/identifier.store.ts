import { type Identifier, type IdentifierType, lookOf } from "@gatehouse/contract/entities/identifier/identifier";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { identifierRows } from "../identifier-list.ts";

const maxLookAlikes = 20;

/** Saves the groups of an identifier; memberships that stay are not written again. */
export async function saveGroups(tx: Tx, identifierId: number, groupIds: readonly number[]): Promise<void> {
  await sql`delete from identifier_groups
    where "identifierId" = ${identifierId} and "groupId" <> all(${[...groupIds]}::integer[])`.execute(tx);
  await sql`insert into identifier_groups ("identifierId", "groupId")
    select ${identifierId}, id from unnest(${[...groupIds]}::integer[]) as chosen(id) on conflict do nothing`.execute(
    tx,
  );
}

/** Finds identifiers of any source that cameras or people could confuse with this one. */
export async function findLookAlikes(
  db: ReadDb,
  { iid, type, except }: { iid: string; type: IdentifierType; except?: number | undefined },
): Promise<Identifier[]> {
  let rows = identifierRows(db)
    .where(sql`look_of("iidNormalized")`, "=", lookOf(iid))
    .where("iidNormalized", "<>", normalizeIdentifier(iid))
    .where("type", "=", type);
  if (except !== undefined) rows = rows.where("identifiers.id", "<>", except);
  return (await rows.orderBy("identifiers.id").limit(maxLookAlikes).execute()) as Identifier[];
}
