import { Kysely, PostgresDialect } from "kysely";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import type { Database, Tx } from "../platform/database/database.ts";
import type { Schema } from "../platform/database/database.types.ts";

/** One transaction on one connection, with named statements for what runs all the time and Kysely for the rest. */
export interface PipelinedTransaction {
  /** Runs a statement that this connection plans once. Those sent together run in that order, without a wait between. */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  readonly tx: Tx;
}

/** A statement with the name that it is prepared under. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const wrapped = new WeakMap<PoolClient, Tx>();

/** Kysely on a connection whose transaction is begun and ended by hand; made once a connection. */
function kyselyOn(client: PoolClient): Tx {
  const before = wrapped.get(client);
  if (before) return before;
  const lent = { query: (...sent: [never]) => client.query(...sent), release: () => {} };
  const pool = { connect: async () => lent, end: async () => {}, options: {} };
  const own = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) }) as unknown as Tx;
  wrapped.set(client, own);
  return own;
}

/**
 * Does work in one transaction: all of it is stored when this ends, or nothing. Its first statements travel along with
 * the beginning of the transaction, so they may read and lock; whatever writes has waited for one of them.
 */
export async function inPipelinedTransaction<T>(
  db: Database,
  work: (transaction: PipelinedTransaction) => Promise<T>,
): Promise<T> {
  const client = await db.pipelined.connect();
  const send = together(client);
  let broken: Error | undefined;
  try {
    const begun = send("begin");
    begun.catch(ignore);
    const result = await work({
      run: async <Row>({ name, text }: Statement, values: readonly unknown[]) => {
        const [{ rows }] = await Promise.all([send({ name, text, values: values as unknown[] }), begun]);
        return rows as Row[];
      },
      get tx() {
        return kyselyOn(client);
      },
    });
    await begun;
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Sends statements; those of one turn leave in one piece, because each piece wakes PostgreSQL up. */
function together(client: PoolClient): (query: string | QueryConfig) => Promise<QueryResult> {
  const { stream } = client.connection;
  let isHeld = false;
  return (query) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      process.nextTick(() => {
        isHeld = false;
        stream.uncork();
      });
    }
    return client.query(query);
  };
}

function ignore(): void {}
