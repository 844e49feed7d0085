import { Kysely, PostgresDialect } from "kysely";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import type { Database, Tx } from "../platform/database/database.ts";
import type { Schema } from "../platform/database/database.types.ts";

/** One transaction on one connection, with prepared statements for the hot path and Kysely for the rest. */
export interface PipelinedTransaction {
  /** Runs a statement that each connection prepares once. Statements sent together run in order without waiting between. */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  readonly tx: Tx;
  /**
   * Sends the commit along with the last statements, which must have been started in this turn of the event loop, and
   * returns their result. It saves a round trip; if a statement fails, PostgreSQL rolls back instead.
   */
  commitAfter<T>(lastStatements: Promise<T>): Promise<T>;
}

/** A prepared statement and its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const transactions = new WeakMap<PoolClient, Tx>();

/** Kysely on a connection whose transaction is begun and ended here; created once for each connection. */
function transactionOn(client: PoolClient): Tx {
  const existing = transactions.get(client);
  if (existing) return existing;
  // Kysely must not release the connection.
  const borrowed: PoolClient = Object.create(client, {
    query: { value: client.query.bind(client) },
    release: { value: () => {} },
  });
  const pool = { connect: async () => borrowed, end: async () => {}, options: {} };
  const tx = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) as Tx;
  transactions.set(client, tx);
  return tx;
}

/**
 * Runs work in one transaction: everything is stored when this resolves, or nothing. The first statements are sent along
 * with `begin`, so they may only read and lock; a statement that writes must follow an awaited one.
 */
export async function inPipelinedTransaction<T>(
  db: Database,
  work: (transaction: PipelinedTransaction) => Promise<T>,
): Promise<T> {
  const client = await db.pipelined.connect();
  const send = createCorkedSender(client);
  let rollbackError: Error | undefined;
  let committed: Promise<QueryResult> | undefined;
  try {
    const begun = send("begin");
    begun.catch(() => {});
    const result = await work({
      run: async <Row>({ name, text }: Statement, values: readonly unknown[]) => {
        if (committed) throw new Error("the transaction is committed already");
        const [{ rows }] = await Promise.all([send({ name, text, values: [...values] }), begun]);
        return rows as Row[];
      },
      get tx() {
        if (committed) throw new Error("the transaction is committed already");
        return transactionOn(client);
      },
      commitAfter: (lastStatements) => {
        committed = send("commit");
        committed.catch(() => {});
        return lastStatements;
      },
    });
    await begun;
    const { command } = await (committed ?? client.query("commit"));
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed.
    client.release(rollbackError);
  }
}

/** Sends the statements of one event loop turn in one packet, because each packet wakes PostgreSQL up. */
function createCorkedSender(client: PoolClient): (query: string | QueryConfig) => Promise<QueryResult> {
  const { stream } = client.connection;
  let isCorked = false;
  return (query) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return client.query(query);
  };
}
