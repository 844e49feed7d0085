import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { sql } from "kysely";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import type { Tx } from "../platform/database/database.ts";
import { isUniqueViolation } from "../resources/constraint.ts";
import { type CsvColumn, csvColumns } from "./identifier-columns.ts";

/** Where the lines of one file wait until all of them are known to be good. */
export const stagedColumns = ["line", "faults", "key", "iid", ...csvColumns, "cells"] as const;

/** A waiting line, as far as it is read again. */
export interface StagedRow {
  line: number;
  /** What is wrong with it, a sentence a line; null when nothing is. */
  faults: string | null;
  cells: string | null;
}

/** What a file holds and what it does or would do. */
export interface Counts {
  added: number;
  updated: number;
  unchanged: number;
}

const mostTries = 5;

/** Makes room for one file; it goes with the transaction. */
export async function createStagingTable(tx: Tx): Promise<void> {
  await sql`create temp table staged (
    line integer, faults text, key text, iid text, lp text, "vehicleType" text, "parkingId" text, "orgName" text,
    "ownerName" text, "ownerEmail" text, "validFrom" timestamptz, "validTo" timestamptz, cells text
  ) on commit drop`.execute(tx);
  // For sorting and hashing a hundred thousand lines without the disk.
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
  // What is known of either table's size may be long out of date, and taken for small ones they would be compared each
  // line with each. Hashed, they take their time in proportion to their size, whatever PostgreSQL believes.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
}

/** The staged lines as a table of their own. */
export const staged = (tx: Tx) => tx.withTables<{ staged: StagedRow }>().selectFrom("staged");

/** Finds what only shows between lines: the same plate or tag again. */
export async function markRepeated(tx: Tx, type: IdentifierType): Promise<void> {
  const message = `${type === "RFID" ? "rfid" : "lp"}: Is already on line `;
  await sql`
    with repeated as (select key, min(line) as first from staged group by key having count(*) > 1 and key is not null)
    update staged set faults = concat_ws(E'\n', faults, ${message} || first)
    from repeated where staged.key = repeated.key and line > first`.execute(tx);
}

/** Finds what only shows beside the stored identifier: a file that has one end of the validity, against the other. */
export async function markReversedValidity(tx: Tx, type: IdentifierType, columns: readonly CsvColumn[]) {
  const [given, ...more] = columns.filter((column) => column === "validFrom" || column === "validTo");
  if (given === undefined || more.length > 0) return;
  const from = given === "validFrom" ? sql`s."validFrom"` : sql`i."validFrom"`;
  const to = given === "validTo" ? sql`s."validTo"` : sql`i."validTo"`;
  const message = `${given}: Does not go with the identifier's ${given === "validFrom" ? "validTo" : "validFrom"}`;
  await sql`update staged s set faults = concat_ws(E'\n', faults, ${message}::text) from identifiers i
    where ${isSame(type)} and ${from} > ${to}`.execute(tx);
}

/** How many lines there are, and how many of them are faulty. */
export async function countLines(tx: Tx): Promise<{ rows: number; faulty: number }> {
  const { rows } = await sql<{ rows: number; faulty: number }>`
    select count(*) as rows, count(faults) as faulty from staged`.execute(tx);
  return rows[0] ?? { rows: 0, faulty: 0 };
}

/** Finds the stored identifier of each good line, and tells what the lines do or would do. */
export async function matchStaged(tx: Tx, type: IdentifierType, columns: readonly CsvColumn[]): Promise<Counts> {
  await sql`create temp table matched on commit drop as
    select s.line, i.id, (${names(columns, "i")}) is distinct from (${names(columns, "s")}) as differs
    from staged s join identifiers i on ${isSame(type)} where s.faults is null`.execute(tx);
  const { rows } = await sql<Counts>`
    select (select count(*) from staged where faults is null) - count(*) as added,
      count(*) filter (where differs) as updated, count(*) filter (where not differs) as unchanged
    from matched`.execute(tx);
  return rows[0] ?? { added: 0, updated: 0, unchanged: 0 };
}

/** Adds what is new and changes what differs; columns that the file does not have keep their values. */
export async function mergeStaged(tx: Tx, type: IdentifierType, columns: readonly CsvColumn[]): Promise<Counts> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.identifierImport})`.execute(tx);
  // New words reach the search's index in one go, instead of in many small ones.
  await sql`select set_config('gin_pending_list_limit', '64MB', true)`.execute(tx);
  const counts = await mergeWithin(tx, type, columns, mostTries);
  await sql`select gin_clean_pending_list('identifiers_search')`.execute(tx);
  return counts;
}

/** A plain insert is quicker than one that looks out for conflicts, and those are rare enough to begin anew. */
async function mergeWithin(
  tx: Tx,
  type: IdentifierType,
  columns: readonly CsvColumn[],
  tries: number,
): Promise<Counts> {
  await sql`savepoint before_merge`.execute(tx);
  try {
    const counts = await matchStaged(tx, type, columns);
    if (counts.updated > 0) await changeDiffering(tx, columns);
    await addNew(tx, type);
    return counts;
  } catch (error) {
    if (tries === 1 || !isUniqueViolation(error)) throw error;
    // Somebody has entered the same plate or tag meanwhile: now it is seen, and changed like any other.
    await sql`rollback to savepoint before_merge`.execute(tx);
    return mergeWithin(tx, type, columns, tries - 1);
  }
}

async function changeDiffering(tx: Tx, columns: readonly CsvColumn[]): Promise<void> {
  await sql`
    update identifiers set version = version + 1,
      ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`s.${column}`)}`))}
    from matched m join staged s using (line) where m.differs and identifiers.id = m.id`.execute(tx);
}

async function addNew(tx: Tx, type: IdentifierType): Promise<void> {
  await sql`
    insert into identifiers (origin, type, iid, "iidNormalized", ${names(csvColumns)})
    select 'ADMIN', ${type}, iid, key, ${names(csvColumns)} from staged s
    where faults is null and not exists (select from matched m where m.line = s.line) order by line`.execute(tx);
}

const names = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)));

const isSame = (type: IdentifierType) => sql`i.origin = 'ADMIN' and i.type = ${type} and i."iidNormalized" = s.key`;
