import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import type { Schema } from "./database.types.ts";
import { DatabaseClient, Suspension } from "./database-client.ts";

/** Kysely, with the connection pools for what it doesn't support. */
export type Database = Kysely<Schema> & {
  readonly pool: pg.Pool;
  /** Connections with pipelining: no cursors, no COPY. */
  readonly pipelined: pg.Pool;
  /** One dedicated connection, so that readiness probes don't wait for other queries. */
  readonly probes: pg.Pool;
  /** Closes all connections; until `resume`, statements fail at once instead of waiting for one. */
  suspend(): void;
  resume(): void;
  /** The last time at which PostgreSQL sent something on a connection of the pools, by the process's monotonic clock. */
  lastResponseMs(): number;
};

export type Tx = Transaction<Schema>;

/** What may only read: handlers write through an audited transaction and through nothing else. */
export type ReadDb = Pick<Database, "selectFrom" | "with" | "fn" | "getExecutor">;

export type Connection = { connectionString: string } | { host: string; port?: number; user: string; database: string };

const { builtins } = pg.types;
// Parses bigint and numeric as numbers (no id or sum reaches 2^53), and times as the API formats them.
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.NUMERIC, Number);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/** The options of every connection. */
export function connectionOptions(connection: Connection): pg.ClientConfig {
  return {
    ...connection,
    application_name: "gatehouse",
    options: "-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s",
    connectionTimeoutMillis: 5_000,
  };
}

// Longer than statement_timeout, which cancels a statement without losing the connection.
const defaultQueryTimeoutMs = 35_000;
const probeTimeoutMs = 1_500;

/** Closes a connection on which PostgreSQL does not respond, instead of waiting forever. */
function withQueryTimeout(client: pg.PoolClient, queryTimeoutMs: number): pg.PoolClient {
  const queryWithTimeout = async (config: pg.QueryConfig) => {
    try {
      return await client.query({ ...config, query_timeout: queryTimeoutMs } as pg.QueryConfig);
    } catch (error) {
      if ((error as Error).message === "Query read timeout") client.connection.stream.destroy();
      throw error;
    }
  };
  const query = (sent: string | pg.QueryConfig | pg.Submittable, values?: unknown[]) => {
    // A cursor takes as long as its consumer.
    if (typeof sent === "object" && "submit" in sent) return client.query(sent);
    return queryWithTimeout(typeof sent === "string" ? { text: sent, ...(values && { values }) } : sent);
  };
  return Object.create(client, { query: { value: query } });
}

/** Creates the pools; they connect on demand and reconnect after PostgreSQL was unavailable. */
export function connectDatabase(
  connection: Connection,
  onError: (error: Error) => void = () => {},
  queryTimeoutMs: number = defaultQueryTimeoutMs,
): Database {
  const suspension = new Suspension();
  const options = { ...connectionOptions(connection), Client: DatabaseClient, suspension };
  const pool = new pg.Pool({ ...options, max: 20 });
  // Its prepared statements look up keys. Without sequential scans, a plan made on an empty table stays good.
  const pipelined = new pg.Pool({
    ...options,
    query_timeout: queryTimeoutMs,
    max: 4,
    // A vehicle after a long pause must not wait for a new connection and its prepared statements.
    min: 2,
    pipeline: true,
    options: `${options.options} -c enable_seqscan=off`,
  });
  const probes = new pg.Pool({
    ...options,
    max: 1,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  let lastResponseMs = Number.NEGATIVE_INFINITY;
  const onData = () => {
    lastResponseMs = performance.now();
  };
  for (const each of [pool, pipelined, probes]) {
    each.on("error", (error) => !suspension.isActive && onError(error));
    each.on("connect", (client) => {
      // A pool handles errors of idle connections only. A checked-out one that breaks would end the process; its user
      // gets the error with the next statement.
      client.on("error", () => {});
      client.connection.stream.on("data", onData);
    });
  }
  // Kysely tracks connections by object identity, so each client gets one wrapper.
  const wrappers = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const connect = async () => {
    const client = await pool.connect();
    const wrapper = wrappers.get(client) ?? withQueryTimeout(client, queryTimeoutMs);
    wrappers.set(client, wrapper);
    return wrapper;
  };
  const kyselyPool = {
    connect,
    end: async () => void (await Promise.all([pool.end(), pipelined.end(), probes.end()])),
    options: pool.options,
  };
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: kyselyPool, cursor: Cursor }) });
  return Object.assign(kysely, {
    pool,
    pipelined,
    probes,
    suspend: () => suspension.begin(),
    resume: () => suspension.end(),
    lastResponseMs: () => lastResponseMs,
  });
}
