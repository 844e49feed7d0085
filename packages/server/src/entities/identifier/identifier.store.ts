import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier.schema";
import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { lookOf } from "@gatehouse/contract/entities/identifier/look-alike";
import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import { sql } from "kysely";
import type { Reading, Writing } from "../../platform/database.ts";
import { identifierRows } from "./identifier-list.ts";

const mostLookAlikes = 20;

/** Identifiers of any source that cameras or people could take for this one. */
export async function lookAlikes(
  db: Reading,
  sought: { iid: string; type: IdentifierType; except?: number | undefined },
): Promise<Identifier[]> {
  let rows = identifierRows(db)
    .where(sql`look_of("iidNormalized")`, "=", lookOf(sought.iid))
    .where("iidNormalized", "<>", normalizeIdentifier(sought.iid))
    .where("type", "=", sought.type);
  if (sought.except !== undefined) rows = rows.where("identifiers.id", "<>", sought.except);
  return (await rows.orderBy("identifiers.id").limit(mostLookAlikes).execute()) as Identifier[];
}

/** Writes down that identifiers were read at a gate; a sighting that arrives late does not turn back the time. */
export async function recordSightings(
  tx: Writing,
  sightings: readonly { identifierId: number; at: Date }[],
): Promise<void> {
  if (sightings.length === 0) return;
  await sql`
    insert into identifier_sightings ("identifierId", "lastSeenAt")
    select id, max(at) from unnest(${sightings.map(({ identifierId }) => identifierId)}::integer[],
      ${sightings.map(({ at }) => at.toISOString())}::timestamptz[]) as seen(id, at) group by id order by id
    on conflict ("identifierId") do update set "lastSeenAt" = excluded."lastSeenAt"
      where excluded."lastSeenAt" > identifier_sightings."lastSeenAt"`.execute(tx);
}
