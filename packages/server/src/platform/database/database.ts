import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { Schema } from "./database.types.ts";

/** The database as the server uses it; the pools under it are for what Kysely has no words for. */
export type Database = Kysely<Schema> & {
  readonly pool: pg.Pool;
  /** Connections that send a statement without waiting for the one before it; they have no cursors and no COPY. */
  readonly pipelined: pg.Pool;
  /** One connection of its own for readiness probes, which must not wait for what others do. */
  readonly probes: pg.Pool;
};

/** A transaction that may write. */
export type Tx = Transaction<Schema>;

/** What may only read: handlers write through an audited transaction and through nothing else. */
export type ReadDb = Pick<Database, "selectFrom" | "with" | "fn" | "getExecutor">;

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

// Longer than PostgreSQL's own limit, which ends a statement without losing the connection.
const usualAnswerMs = 35_000;
const probeMs = 1_500;

/** SAFE-5: a database that does not answer at all ends a connection instead of keeping its caller waiting for ever. */
function withTimeLimit(client: pg.PoolClient, answerMs: number): pg.PoolClient {
  const answered = async (config: pg.QueryConfig) => {
    try {
      return await client.query({ ...config, query_timeout: answerMs } as pg.QueryConfig);
    } catch (error) {
      if ((error as Error).message === "Query read timeout") client.connection.stream.destroy();
      throw error;
    }
  };
  const query = (sent: string | pg.QueryConfig | pg.Submittable, values?: unknown[]) => {
    // A cursor takes as long as its reader does.
    if (typeof sent === "object" && "submit" in sent) return client.query(sent);
    return answered(typeof sent === "string" ? { text: sent, ...(values && { values }) } : sent);
  };
  return Object.create(client, { query: { value: query } });
}

/** Opens the pools; connections are made when first needed, and again after PostgreSQL was away. */
export function connectDatabase(
  connection: Connection,
  onError: (error: Error) => void = () => {},
  answerMs: number = usualAnswerMs,
): Database {
  const options = connectionOptions(connection);
  const pool = new pg.Pool({ ...options, max: 20 });
  // Its statements are planned once and look for keys: a plan of the time when a table was empty must not read all of it.
  const pipelined = new pg.Pool({
    ...options,
    query_timeout: answerMs,
    max: 4,
    pipeline: true,
    options: `${options.options} -c enable_seqscan=off`,
  });
  const probes = new pg.Pool({ ...options, max: 1, connectionTimeoutMillis: probeMs, query_timeout: probeMs });
  for (const its of [pool, pipelined, probes]) {
    its.on("error", onError);
    // A pool listens to idle connections only: one that breaks while somebody has it would end the process. Whoever has
    // it is told by its next statement.
    its.on("connect", (client) => client.on("error", () => {}));
  }
  // Kysely keeps what it knows of a connection by the object it was given.
  const limited = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const connect = async () => {
    const client = await pool.connect();
    const its = limited.get(client) ?? withTimeLimit(client, answerMs);
    limited.set(client, its);
    return its;
  };
  const owned = {
    connect,
    end: async () => void (await Promise.all([pool.end(), pipelined.end(), probes.end()])),
    options: pool.options,
  };
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: owned, cursor: Cursor }) });
  return Object.assign(kysely, { pool, pipelined, probes });
}
