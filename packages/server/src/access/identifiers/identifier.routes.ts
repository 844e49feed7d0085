import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import {
  editableOrigin,
  type Identifier,
  type IdentifierOrigin,
  type IdentifierType,
  identifier,
  identifierEndpoints,
  lookOf,
} from "@gatehouse/contract/entities/identifier/identifier";
import { readTime } from "@gatehouse/contract/entities/identifier/identifier-csv-date";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import { identifierRows, listIdentifiers } from "../identifier-list.ts";

const maxLookAlikes = 20;

/** Saves the groups of an identifier; memberships that stay are not written again. */
async function saveGroups(tx: Tx, identifierId: number, groupIds: readonly number[]): Promise<void> {
  await sql`delete from identifier_groups
    where "identifierId" = ${identifierId} and "groupId" <> all(${[...groupIds]}::integer[])`.execute(tx);
  await sql`insert into identifier_groups ("identifierId", "groupId")
    select ${identifierId}, id from unnest(${[...groupIds]}::integer[]) as chosen(id) on conflict do nothing`.execute(
    tx,
  );
}

/** Finds identifiers of any source that cameras or people could confuse with this one. */
async function findLookAlikes(
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

const endpoints = {
  "GET /ac/ids": identifierEndpoints["GET /ac/ids"],
  "GET /ac/ids/{id}": identifierEndpoints["GET /ac/ids/{id}"],
  "POST /ac/ids": identifierEndpoints["POST /ac/ids"],
  "PUT /ac/ids/{id}": identifierEndpoints["PUT /ac/ids/{id}"],
  "DELETE /ac/ids/{id}": identifierEndpoints["DELETE /ac/ids/{id}"],
  "GET /ac/ids/look-alikes": identifierEndpoints["GET /ac/ids/look-alikes"],
};

/** Identifiers of other sources are read-only. */
export function requireAdmin(origin: IdentifierOrigin | undefined): void {
  if (origin !== undefined && origin !== editableOrigin) throw httpError("identifier/not-admin");
}

// An update replaces the whole record: omitted fields become empty.
const emptyFields = {
  lp: null,
  parkingId: null,
  orgName: null,
  ownerName: null,
  ownerEmail: null,
  validFrom: null,
  validTo: null,
};

const edges = { validFrom: "start", validTo: "end" } as const;

/** A date without a time becomes the start or the end of that day in the site's time zone. */
async function toMoments(tx: Tx, fields: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  const days = (["validFrom", "validTo"] as const).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(String(fields[name])));
  if (days.length === 0) return {};
  const { timeZone } = await loadRequiredConfigs(tx);
  const moments = days.map((name) => {
    const read = readTime(String(fields[name]), edges[name], { order: "iso", timeZone });
    return "time" in read ? [[name, read.time] as const] : [];
  });
  return Object.fromEntries(moments.flat());
}

const crud = resource<typeof endpoints, Identifier>(endpoints, {
  table: "identifiers",
  view: "identifier_records",
  record: identifier,
  encode: async ({ groupIds: _, ...fields }, tx) => ({
    ...emptyFields,
    ...fields,
    ...(await toMoments(tx, fields)),
    origin: editableOrigin,
    iidNormalized: normalizeIdentifier(String(fields.iid)),
  }),
  // A client that does not know groups keeps them.
  writeParts: async (tx, identifierId, { groupIds }) => {
    if (groupIds !== undefined) await saveGroups(tx, identifierId, groupIds as number[]);
  },
  locked: ["type", "iid"],
  constraints: {
    identifiers_admin_iid: { path: "iid", message: "This plate or tag already exists" },
    identifier_groups_group: { path: "groupIds", message: accessErrors.unknownGroups },
  },
  guardChange: ({ origin }) => requireAdmin(origin),
  guardRemoval: ({ origin }) => requireAdmin(origin),
});

/** Lists identifiers of all sources and edits those of admins. */
export const identifierRoutes = ({ clock }: Services) =>
  handle(endpoints, {
    ...crud,
    "GET /ac/ids": async ({ query, read }) => {
      const { page, size, ...filters } = query;
      return { ...(await listIdentifiers(read, filters, { page, size }, clock.now())), page, size };
    },
    "GET /ac/ids/{id}": crud["GET /ac/ids/{id}"],
    "POST /ac/ids": (call) => {
      requireAdmin(call.query.scope);
      return crud["POST /ac/ids"](call);
    },
    "PUT /ac/ids/{id}": (call) => {
      requireAdmin(call.query.scope);
      return crud["PUT /ac/ids/{id}"](call);
    },
    "GET /ac/ids/look-alikes": ({ query, read }) => findLookAlikes(read, query),
  });
