import {
  expiringWithinDays,
  type Identifier,
  type IdentifierFilter,
  type IdentifierOrigin,
} from "@gatehouse/contract/entities/identifier/identifier";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { Schema } from "../platform/database/database.types.ts";
import { csvColumns } from "./identifiers/identifier-columns.ts";

export interface IdentifierQuery {
  /** All sources without it. */
  scope?: IdentifierOrigin | undefined;
  search?: string | undefined;
  filter?: IdentifierFilter | undefined;
  groupId?: number | undefined;
}

export interface IdentifierPage {
  data: Identifier[];
  total: number;
}

type Row = ExpressionBuilder<Schema, "identifiers">;

const maxCollectedIds = 10_000;

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

/** Lists a page of identifiers, newest first, with their total number. */
export async function listIdentifiers(
  db: ReadDb,
  query: IdentifierQuery,
  { page, size }: { page: number; size: number },
  now: Date,
): Promise<IdentifierPage> {
  const matching = db.selectFrom("identifiers").where((row) => row.and(conditions(row, query, now)));
  const isFiltered = Boolean(query.search || query.filter || query.groupId);
  const { total, ids } = await matching
    .select((row) => [row.fn.countAll<number>().as("total"), (isFiltered ? collectedIds : noIds).as("ids")])
    .executeTakeFirstOrThrow();
  const skipped = page * size;
  const count = Math.min(size, total - skipped);
  if (count <= 0) return { data: [], total };
  const rows = identifierRows(db).orderBy("identifiers.id", "desc");
  if (ids !== null) {
    const onPage = ids.sort((a, b) => b - a).slice(skipped, skipped + count);
    return { data: (await rows.where("identifiers.id", "in", onPage).execute()) as Identifier[], total };
  }
  // Pages of the second half are found faster from the end. The offset skips ids in the index; the rows are joined later.
  const isNearEnd = skipped > total / 2;
  const onPage = matching
    .select("id")
    .orderBy("id", isNearEnd ? "asc" : "desc")
    .limit(count)
    .offset(isNearEnd ? total - skipped - count : skipped);
  const data = await rows.innerJoin(onPage.as("page"), "page.id", "identifiers.id").execute();
  return { data: data as Identifier[], total };
}

// Collects the ids of a small result while counting it. With a limit, PostgreSQL might scan a million rows in order
// because it expects to find enough matches soon.
const collectedIds = sql<number[] | null>`case when count(*) <= ${sql.lit(maxCollectedIds)} then array_agg(id) end`;
const noIds = sql<null>`null`;

/** Selects identifiers with all fields of the API. */
export const identifierRows = (db: ReadDb) =>
  db
    .selectFrom("identifiers")
    .leftJoin("identifier_sightings", "identifier_sightings.identifierId", "identifiers.id")
    .select(identifierColumns)
    .select(
      sql<number[]>`array(
        select g."groupId" from identifier_groups g where g."identifierId" = identifiers.id order by 1)`.as("groupIds"),
    );

export function conditions(
  row: Row,
  { scope, search, filter, groupId }: IdentifierQuery,
  now: Date,
): Expression<SqlBool>[] {
  return [
    ...(scope ? [row("origin", "=", scope)] : []),
    ...(search ? [containing(row, search)] : []),
    ...(filter ? [filters[filter](row, now)] : []),
    ...(groupId ? [isMember(row, groupId)] : []),
  ];
}

const isMember = (row: Row, groupId: number): Expression<SqlBool> =>
  row(
    "identifiers.id",
    "in",
    row.selectFrom("identifier_groups").select("identifierId").where("groupId", "=", groupId),
  );

/** Matches any part of a plate, tag, owner or organisation; plates and tags in any notation. */
function containing(row: Row, search: string): Expression<SqlBool> {
  const upperCase = search.toUpperCase();
  const normalized = normalizeIdentifier(search);
  const literal = row("searchText", "like", containsPattern(upperCase));
  if (normalized === upperCase || normalized === "") return literal;
  const plate = row.and([
    row("searchText", "like", containsPattern(normalized)),
    row(sql<string>`split_part("searchText", E'\n', 1)`, "like", containsPattern(normalized)),
  ]);
  return row.or([literal, plate]);
}

const containsPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

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
