import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier.schema";
import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { lookOf } from "@gatehouse/contract/entities/identifier/look-alike";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import { identifierRows } from "./identifier-list.ts";

const maxLookAlikes = 20;

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
