import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { from as copyFrom } from "pg-copy-streams";
import Cursor from "pg-cursor";
import type { Database, Tx } from "./database.ts";
import type { Schema } from "./database.types.ts";

/** Streams rows into a table with COPY; each text is one or more rows in COPY's text format. */
export type CopyIn = (statement: string, rows: AsyncIterable<string>) => Promise<void>;

/** A transaction on a connection of its own, which the caller must commit or roll back. */
export interface CopyTransaction {
  readonly tx: Tx;
  readonly copyIn: CopyIn;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

// Long enough for a million rows over a slow line.
const statementTimeout = "15min";

/** Begins a transaction that can stream in more rows than fit into memory. */
export async function beginCopyTransaction(db: Database): Promise<CopyTransaction> {
  const client = await db.pool.connect();
  // A Kysely instance on this one connection, which returns to the pool when the transaction ends.
  const pool = { connect: async () => client, end: async () => {}, options: {} };
  const own = new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  const tx = await own.startTransaction().execute();
  const transaction: CopyTransaction = {
    tx,
    copyIn: (statement, rows) => pipeline(Readable.from(rows), client.query(copyFrom(statement))),
    commit: () => tx.commit().execute(),
    rollback: () => tx.rollback().execute(),
  };
  await sql`select set_config('statement_timeout', ${statementTimeout}, true)`.execute(tx);
  return transaction;
}

/** Runs work in a copy transaction; rolls back if it fails. */
export async function withCopyTransaction<T>(db: Database, work: (tx: Tx, copyIn: CopyIn) => Promise<T>): Promise<T> {
  const transaction = await beginCopyTransaction(db);
  try {
    const result = await work(transaction.tx, transaction.copyIn);
    await transaction.commit();
    return result;
  } catch (error) {
    // The first error is the one to report; the pool discards a connection that can't roll back.
    await transaction.rollback().catch(() => {});
    throw error;
  }
}

export function copyLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(copyCell).join("\t")}\n`;
}

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function copyCell(cell: string | number | null): string | number {
  if (cell === null) return "\\N";
  return typeof cell === "string" && /[\\\t\n\r]/.test(cell)
    ? cell.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
    : cell;
}
