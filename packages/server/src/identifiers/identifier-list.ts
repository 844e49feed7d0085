import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier.schema";
import {
  expiringWithinDays,
  type IdentifierFilter,
  type IdentifierOrigin,
} from "@gatehouse/contract/entities/identifier/identifier-origin";
import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { Schema } from "../platform/database/database.types.ts";
import { csvColumns } from "./identifier-columns.ts";

/** What a list of identifiers is narrowed to. */
export interface Sought {
  scope: IdentifierOrigin;
  search?: string | undefined;
  filter?: IdentifierFilter | undefined;
}

/** A part of a list, and how long the whole is. */
export interface IdentifierPage {
  data: Identifier[];
  total: number;
}

type Row = ExpressionBuilder<Schema, "identifiers">;

const dayMs = 86_400_000;
const fewRows = 10_000;

const identifierColumns = [
  "identifiers.id",
  "version",
  "origin",
  "type",
  "iid",
  "iidNormalized",
  ...csvColumns,
  "lastSeenAt",
] as const;

/** ID-1: a page of a source's identifiers, the latest first, and how many there are in all. */
export async function listIdentifiers(
  db: ReadDb,
  sought: Sought,
  { page, size }: { page: number; size: number },
  now: Date,
): Promise<IdentifierPage> {
  const matching = db.selectFrom("identifiers").where((row) => row.and(conditions(row, sought, now)));
  const isNarrowed = Boolean(sought.search || sought.filter);
  const { total, ids } = await matching
    .select((row) => [row.fn.countAll<number>().as("total"), (isNarrowed ? fewIds : noIds).as("ids")])
    .executeTakeFirstOrThrow();
  const skipped = page * size;
  const count = Math.min(size, total - skipped);
  if (count <= 0) return { data: [], total };
  const rows = identifierRows(db).orderBy("identifiers.id", "desc");
  if (ids !== null) {
    const onPage = ids.sort((a, b) => b - a).slice(skipped, skipped + count);
    return { data: (await rows.where("identifiers.id", "in", onPage).execute()) as Identifier[], total };
  }
  // A page of the latter half is found sooner from the end. Counting past rows takes only their ids; the rows come after.
  const isNearEnd = skipped > total / 2;
  const onPage = matching
    .select("id")
    .orderBy("id", isNearEnd ? "asc" : "desc")
    .limit(count)
    .offset(isNearEnd ? total - skipped - count : skipped);
  const data = await rows.innerJoin(onPage.as("page"), "page.id", "identifiers.id").execute();
  return { data: data as Identifier[], total };
}

// A few matches are told while they are counted. Asked for their page alone, PostgreSQL may walk through a million rows in
// their order because it expects to come across a hundred matches soon.
const fewIds = sql<number[] | null>`case when count(*) <= ${sql.lit(fewRows)} then array_agg(id) end`;
const noIds = sql<null>`null`;

/** Identifiers with all that the wire tells of them. */
export const identifierRows = (db: ReadDb) =>
  db
    .selectFrom("identifiers")
    .leftJoin("identifier_sightings", "identifier_sightings.identifierId", "identifiers.id")
    .select(identifierColumns);

/** Which rows are sought. */
export function conditions(row: Row, { scope, search, filter }: Sought, now: Date): Expression<SqlBool>[] {
  return [
    row("origin", "=", scope),
    ...(search ? [containing(row, search)] : []),
    ...(filter ? [filters[filter](row, now)] : []),
  ];
}

/** ID-1: any part of a plate, a tag, an owner or an organisation; plates and tags however they are written. */
function containing(row: Row, search: string): Expression<SqlBool> {
  const capitals = search.toUpperCase();
  const normalized = normalizeIdentifier(search);
  const literal = row("searchText", "like", partOf(capitals));
  if (normalized === capitals || normalized === "") return literal;
  const plate = row.and([
    row("searchText", "like", partOf(normalized)),
    row(sql<string>`split_part("searchText", E'\n', 1)`, "like", partOf(normalized)),
  ]);
  return row.or([literal, plate]);
}

const partOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

const filters: Record<IdentifierFilter, (row: Row, now: Date) => Expression<SqlBool>> = {
  expiring: (row, now) =>
    row.and([
      row("validTo", ">=", now.toISOString()),
      row("validTo", "<=", new Date(now.getTime() + expiringWithinDays * dayMs).toISOString()),
      row.or([row("validFrom", "is", null), row("validFrom", "<=", now.toISOString())]),
    ]),
  expired: (row, now) => row("validTo", "<", now.toISOString()),
  "never-seen": (row) =>
    row.not(
      row.exists(
        row.selectFrom("identifier_sightings").whereRef("identifier_sightings.identifierId", "=", "identifiers.id"),
      ),
    ),
};
