import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier.schema";
import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { lookOf } from "@gatehouse/contract/entities/identifier/look-alike";
import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import { identifierRows } from "./identifier-list.ts";

const mostLookAlikes = 20;

/** Identifiers of any source that cameras or people could take for this one. */
export async function findLookAlikes(
  db: ReadDb,
  sought: { iid: string; type: IdentifierType; except?: number | undefined },
): Promise<Identifier[]> {
  let rows = identifierRows(db)
    .where(sql`look_of("iidNormalized")`, "=", lookOf(sought.iid))
    .where("iidNormalized", "<>", normalizeIdentifier(sought.iid))
    .where("type", "=", sought.type);
  if (sought.except !== undefined) rows = rows.where("identifiers.id", "<>", sought.except);
  return (await rows.orderBy("identifiers.id").limit(mostLookAlikes).execute()) as Identifier[];
}
