import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier";
import { columnNames } from "@gatehouse/contract/entities/identifier/identifier-csv";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Tx } from "../../platform/database/database.ts";
import { isUniqueViolation } from "../../platform/resources/constraint.ts";
import { type CsvColumn, csvColumns } from "./identifier-columns.ts";

/** The staging table holds the lines of one file until all of them are validated. */
export const stagedColumns = ["line", "faults", "key", "iid", ...csvColumns, "groups", "cells"] as const;

/** The columns of a staged line that are read back. */
export interface StagedRow {
  line: number;
  /** Messages separated by line feeds; null for a valid line. */
  faults: string | null;
  cells: string | null;
}

/** How many identifiers an import changes. */
export interface Counts {
  added: number;
  updated: number;
  unchanged: number;
}

const maxAttempts = 5;
/** Groups that the error of an unknown name lists. */
const maxNamedGroups = 20;

/** Creates the staging table, which is dropped at the end of the transaction. */
export async function createStagingTable(tx: Tx): Promise<void> {
  await sql`create temp table staged (
    line integer, faults text, key text, iid text, lp text, "vehicleType" text, "parkingId" text, "orgName" text,
    "ownerName" text, "ownerEmail" text, "validFrom" timestamptz, "validTo" timestamptz, groups text, cells text
  ) on commit drop`.execute(tx);
  // Sorts and hashes a hundred thousand lines in memory.
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
  // Table statistics may be outdated, and PostgreSQL would choose a nested loop for tables that it believes to be small.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
}

export const staged = (tx: Tx) => tx.withTables<{ staged: StagedRow }>().selectFrom("staged");

/** Marks lines with a plate or tag of an earlier line as faulty. */
export async function markDuplicates(tx: Tx, type: IdentifierType): Promise<void> {
  const message = `${columnNames[type === "RFID" ? "rfid" : "lp"].title}: Is already on line `;
  await sql`
    with repeated as (select key, min(line) as first from staged group by key having count(*) > 1 and key is not null)
    update staged set faults = concat_ws(E'\n', faults, ${message} || first)
    from repeated where staged.key = repeated.key and line > first`.execute(tx);
}

/** For a file with only one of validFrom and validTo: marks lines that contradict the stored other one as faulty. */
export async function markReversedValidity(tx: Tx, type: IdentifierType, columns: readonly CsvColumn[]) {
  const [given, ...more] = columns.filter((column) => column === "validFrom" || column === "validTo");
  if (given === undefined || more.length > 0) return;
  const from = given === "validFrom" ? sql`s."validFrom"` : sql`i."validFrom"`;
  const to = given === "validTo" ? sql`s."validTo"` : sql`i."validTo"`;
  const message =
    given === "validFrom"
      ? `${columnNames.validFrom.title}: Is after the identifier's end`
      : `${columnNames.validTo.title}: Is before the identifier's start`;
  await sql`update staged s set faults = concat_ws(E'\n', faults, ${message}::text) from identifiers i
    where ${isSame(type)} and ${from} > ${to}`.execute(tx);
}

/** Looks up the groups of the lines, and marks lines with the name of an unknown group as faulty. */
export async function stageGroups(tx: Tx): Promise<void> {
  await sql`create temp table sent_groups on commit drop as
    select s.line, coalesce(array_agg(distinct g.id) filter (where g.id is not null), '{}') as ids,
      string_agg(sent, ', ' order by place) filter (where g.id is null) as unknown
    from staged s, jsonb_array_elements_text(s.groups::jsonb) with ordinality as listed(sent, place)
    left join access_groups g on lower(g.name) = lower(sent) group by s.line`.execute(tx);
  await sql`update staged set faults = concat_ws(E'\n', faults, 'Groups: No group has the name ' || u.unknown || coalesce(
      '. Groups: ' || (select string_agg(name, ', ') from (
        select name from access_groups order by lower(name) limit ${maxNamedGroups}) named), ''))
    from sent_groups u where staged.line = u.line and u.unknown is not null`.execute(tx);
}

export async function countLines(tx: Tx): Promise<{ rows: number; faulty: number }> {
  const { rows } = await sql<{ rows: number; faulty: number }>`
    select count(*) as rows, count(faults) as faulty from staged`.execute(tx);
  return rows[0] ?? { rows: 0, faulty: 0 };
}

/** The columns of a file, and whether it has the groups, which are stored in another table. */
export interface FileColumns {
  readonly columns: readonly CsvColumn[];
  readonly hasGroups: boolean;
}

/** Matches valid lines with stored identifiers and counts what an import changes. */
export async function matchStaged(tx: Tx, type: IdentifierType, file: FileColumns): Promise<Counts> {
  const { columns, hasGroups } = file;
  const stored = sql`array(select g."groupId" from identifier_groups g where g."identifierId" = i.id order by 1)`;
  const hasOtherGroups = hasGroups
    ? sql`s.groups is not null and ${stored} is distinct from coalesce(sent.ids, '{}')`
    : sql`false`;
  const differs =
    columns.length === 0 ? sql`false` : sql`(${names(columns, "i")}) is distinct from (${names(columns, "s")})`;
  await sql`create temp table matched on commit drop as
    select s.line, i.id, ${differs} as differs,
      ${hasOtherGroups} as "hasOtherGroups"
    from staged s join identifiers i on ${isSame(type)}
    ${hasGroups ? sql`left join sent_groups sent on sent.line = s.line` : sql``}
    where s.faults is null`.execute(tx);
  const { rows } = await sql<Counts>`
    select (select count(*) from staged where faults is null) - count(*) as added,
      count(*) filter (where differs or "hasOtherGroups") as updated,
      count(*) filter (where not differs and not "hasOtherGroups") as unchanged
    from matched`.execute(tx);
  return rows[0] ?? { added: 0, updated: 0, unchanged: 0 };
}

/** Inserts new identifiers and updates those that differ, in the columns of the file. */
export async function mergeStaged(tx: Tx, type: IdentifierType, file: FileColumns): Promise<Counts> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.identifierImport})`.execute(tx);
  // Updates the search index in one batch.
  await sql`select set_config('gin_pending_list_limit', '64MB', true)`.execute(tx);
  const counts = await mergeWithRetry(tx, type, file, maxAttempts);
  await sql`select gin_clean_pending_list('identifiers_search')`.execute(tx);
  return counts;
}

/** A plain insert is faster than `on conflict`, and conflicts are rare, so the merge is retried instead. */
async function mergeWithRetry(tx: Tx, type: IdentifierType, file: FileColumns, attempts: number): Promise<Counts> {
  await sql`savepoint before_merge`.execute(tx);
  try {
    const counts = await matchStaged(tx, type, file);
    if (counts.updated > 0) await updateChanged(tx, file);
    await insertNew(tx, type, file);
    return counts;
  } catch (error) {
    if (attempts === 1 || !isUniqueViolation(error)) throw error;
    // The same plate or tag was added concurrently; the retry finds and updates it.
    await sql`rollback to savepoint before_merge`.execute(tx);
    return mergeWithRetry(tx, type, file, attempts - 1);
  }
}

async function updateChanged(tx: Tx, { columns, hasGroups }: FileColumns): Promise<void> {
  const changes = [
    sql`version = version + 1`,
    ...columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`s.${column}`)}`),
  ];
  await sql`
    update identifiers set ${sql.join(changes)} from matched m join staged s using (line)
    where (m.differs or m."hasOtherGroups") and identifiers.id = m.id`.execute(tx);
  if (!hasGroups) return;
  // Only the memberships that change, because each is recorded.
  await sql`
    delete from identifier_groups g using matched m left join sent_groups sent using (line)
    where m."hasOtherGroups" and g."identifierId" = m.id and g."groupId" <> all(coalesce(sent.ids, '{}'))`.execute(tx);
  await sql`
    insert into identifier_groups ("identifierId", "groupId")
    select m.id, unnest(sent.ids) from matched m join sent_groups sent using (line) where m."hasOtherGroups"
    on conflict do nothing`.execute(tx);
}

async function insertNew(tx: Tx, type: IdentifierType, { hasGroups }: FileColumns): Promise<void> {
  const added = sql`
    insert into identifiers (origin, type, iid, "iidNormalized", ${names(csvColumns)})
    select 'ADMIN', ${type}, iid, key, ${names(csvColumns)} from staged s
    where faults is null and not exists (select from matched m where m.line = s.line) order by line`;
  if (!hasGroups) {
    await added.execute(tx);
    return;
  }
  await sql`
    with added as (${added} returning id, "iidNormalized")
    insert into identifier_groups ("identifierId", "groupId")
    select added.id, unnest(sent.ids) from added
    join staged s on s.key = added."iidNormalized" and s.faults is null
    join sent_groups sent on sent.line = s.line`.execute(tx);
}

const names = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)));

const isSame = (type: IdentifierType) => sql`i.origin = 'ADMIN' and i.type = ${type} and i."iidNormalized" = s.key`;
