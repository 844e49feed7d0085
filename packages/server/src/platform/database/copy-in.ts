import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { from as copyFrom } from "pg-copy-streams";
import Cursor from "pg-cursor";
import type { Database, Tx } from "./database.ts";
import type { Schema } from "./database.types.ts";

/** Takes rows in as PostgreSQL's COPY has them, as fast as they come. */
export type CopyIn = (statement: string, rows: AsyncIterable<string>) => Promise<void>;

/** A transaction that is ended by hand, on a connection of its own. */
export interface Copying {
  readonly tx: Tx;
  readonly copyIn: CopyIn;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

// A file arrives as fast as its sender's line, and a million rows take their time.
const longestStatement = "15min";

/** Begins a transaction that can take in more rows than should ever be in memory at once. */
export async function openCopyIn(db: Database): Promise<Copying> {
  const client = await db.pool.connect();
  // Kysely over this one connection, which goes back to the pool when the transaction ends.
  const pool = { connect: async () => client, end: async () => {}, options: {} };
  const own = new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  const tx = await own.startTransaction().execute();
  const copying: Copying = {
    tx,
    copyIn: (statement, rows) => pipeline(Readable.from(rows), client.query(copyFrom(statement))),
    commit: () => tx.commit().execute(),
    rollback: () => tx.rollback().execute(),
  };
  await sql`select set_config('statement_timeout', ${longestStatement}, true)`.execute(tx);
  return copying;
}

/** Runs work in such a transaction: all of it is kept, or none. */
export async function withCopying<T>(db: Database, work: (tx: Tx, copyIn: CopyIn) => Promise<T>): Promise<T> {
  const copying = await openCopyIn(db);
  try {
    const result = await work(copying.tx, copying.copyIn);
    await copying.commit();
    return result;
  } catch (error) {
    // What went wrong first is what counts; a connection that cannot even roll back is thrown away by the pool.
    await copying.rollback().catch(ignore);
    throw error;
  }
}

/** A row as COPY reads it. */
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

function ignore(): void {}
