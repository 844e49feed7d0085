import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { Tables } from "./database.types.ts";

/** The database as the server uses it; the pool under it is for what Kysely has no words for. */
export type Database = Kysely<Tables> & { readonly pool: pg.Pool };

/** A transaction that may write. */
export type Writing = Transaction<Tables>;

/** What may only read: handlers write through an audited transaction and through nothing else. */
export type Reading = Pick<Database, "selectFrom" | "with" | "fn">;

/** How a PostgreSQL is reached. */
export type Connection = { connectionString: string } | { host: string; port?: number; user: string; database: string };

const { builtins } = pg.types;
// bigint and numeric as numbers (no id or sum here reaches 2^53), times as the wire writes them.
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.NUMERIC, Number);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/** The options that every connection of ours shares. */
export function connectionOptions(connection: Connection): pg.ClientConfig {
  return {
    ...connection,
    application_name: "gatehouse",
    options: "-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s",
    connectionTimeoutMillis: 5_000,
  };
}

/** Opens a pool; connections are made when first needed, and again after PostgreSQL was away. */
export function openDatabase(connection: Connection, onError: (error: Error) => void = () => {}): Database {
  const pool = new pg.Pool({ ...connectionOptions(connection), max: 20 });
  // An idle connection that breaks would otherwise end the process.
  pool.on("error", onError);
  return Object.assign(new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) }), { pool });
}
