import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { Tables } from "./database.types.ts";

/** The database as the server uses it; the pools under it are for what Kysely has no words for. */
export type Database = Kysely<Tables> & {
  readonly pool: pg.Pool;
  /** Connections that send a statement without waiting for the one before it; they have no cursors and no COPY. */
  readonly pipelined: pg.Pool;
};

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

/** Opens the pools; connections are made when first needed, and again after PostgreSQL was away. */
export function openDatabase(connection: Connection, onError: (error: Error) => void = () => {}): Database {
  const options = connectionOptions(connection);
  const pool = new pg.Pool({ ...options, max: 20 });
  // Its statements are planned once and look for keys: a plan of the time when a table was empty must not read all of it.
  const pipelined = new pg.Pool({
    ...options,
    max: 4,
    pipeline: true,
    options: `${options.options} -c enable_seqscan=off`,
  });
  for (const its of [pool, pipelined]) {
    its.on("error", onError);
    // A pool listens to idle connections only: one that breaks while somebody has it would end the process. Whoever has
    // it is told by its next statement.
    its.on("connect", (client) => client.on("error", () => {}));
  }
  const owned = {
    connect: () => pool.connect(),
    end: async () => void (await Promise.all([pool.end(), pipelined.end()])),
    options: pool.options,
  };
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: owned, cursor: Cursor }) });
  return Object.assign(kysely, { pool, pipelined });
}
