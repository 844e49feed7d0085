import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { type BulkCounts, type BulkShape, upsertRows } from "../../platform/resources/bulk.ts";

const text = "text";
const time = "timestamptz";

/** Bulk writes of identifiers from other systems, identified by origin and external id. */
export const identifierBulk: BulkShape = {
  table: "identifiers",
  key: ["origin", "externalId"],
  lockedBy: ["id"],
  columns: {
    origin: text,
    externalId: text,
    type: text,
    iid: text,
    iidNormalized: text,
    lp: text,
    vehicleType: text,
    parkingId: text,
    orgName: text,
    ownerName: text,
    ownerEmail: text,
    validFrom: time,
    validTo: time,
  },
};

interface IdentifierRow {
  externalId: string;
  /** Undefined: its groups stay as they are. */
  groupIds?: readonly number[] | undefined;
}

/** Writes identifiers of another system with their groups. */
export async function saveIdentifiers(
  tx: Tx,
  origin: string,
  rows: readonly IdentifierRow[],
  deleting: readonly object[],
): Promise<BulkCounts> {
  await rejectUnknownGroups(tx, rows);
  const touched = await upsertRows(tx, identifierBulk, rows, deleting);
  const added = new Set(touched.filter(({ inserted }) => inserted).map(({ externalId }) => externalId));
  const changed = new Set(touched.map(({ externalId }) => externalId));
  for (const externalId of await replaceGroups(tx, origin, rows)) changed.add(externalId);
  return { added: added.size, updated: changed.size - added.size, unchanged: rows.length - changed.size };
}

async function rejectUnknownGroups(tx: Tx, rows: readonly IdentifierRow[]): Promise<void> {
  const sent = [...new Set(rows.flatMap(({ groupIds = [] }) => groupIds))];
  if (sent.length === 0) return;
  const found = await tx.selectFrom("access_groups").select("id").where("id", "in", sent).forKeyShare().execute();
  const known = new Set(found.map(({ id }) => id));
  const message = accessErrors.unknownGroups;
  const errors = rows.flatMap(({ groupIds = [] }, index) =>
    groupIds.every((id) => known.has(id)) ? [] : [{ path: `identifiers.${index}.groupIds`, message }],
  );
  if (errors.length > 0) throw httpError("request/invalid", { message, errors });
}

/** Returns the external ids of the identifiers whose groups changed. */
async function replaceGroups(tx: Tx, origin: string, rows: readonly IdentifierRow[]): Promise<string[]> {
  const sent = rows.filter(({ groupIds }) => groupIds !== undefined);
  if (sent.length === 0) return [];
  const json = JSON.stringify(sent.map(({ externalId, groupIds }) => ({ externalId, groupIds })));
  const members = sql`select i.id, i."externalId", sent."groupIds"
    from jsonb_to_recordset(${json}::jsonb) as sent("externalId" text, "groupIds" integer[])
    join identifiers i on i.origin = ${origin} and i."externalId" = sent."externalId"`;
  const { rows: left } = await sql<{ externalId: string }>`with members as (${members})
    delete from identifier_groups g using members m
    where g."identifierId" = m.id and g."groupId" <> all(m."groupIds") returning m."externalId"`.execute(tx);
  const { rows: joined } = await sql<{ externalId: string }>`with members as (${members}), added as (
      insert into identifier_groups ("identifierId", "groupId")
      select m.id, "groupId" from members m, unnest(m."groupIds") as "groupId" on conflict do nothing
      returning "identifierId"
    ) select m."externalId" from added a join members m on m.id = a."identifierId"`.execute(tx);
  return [...left, ...joined].map(({ externalId }) => externalId);
}
