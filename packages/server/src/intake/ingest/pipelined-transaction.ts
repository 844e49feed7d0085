import { Kysely, PostgresDialect } from "kysely";
import type { PoolClient } from "pg";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/database.types.ts";

/** A prepared statement and its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** One transaction on one connection, with prepared statements for the hot path and Kysely for the rest. */
export interface PipelinedTransaction {
  /** Runs a statement that each connection prepares once. It is sent without waiting for earlier ones, and runs after them. */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  readonly tx: Tx;
}

/** Kysely on a connection whose transaction is begun and ended here. */
function transactionOn(client: PoolClient): Tx {
  // Kysely must not release the connection.
  const borrowed: PoolClient = Object.create(client, {
    query: { value: client.query.bind(client) },
    release: { value: () => {} },
  });
  const pool = { connect: async () => borrowed, end: async () => {}, options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) as Tx;
}

/** Runs work in one transaction: everything is stored when this resolves, or nothing. */
export async function inPipelinedTransaction<T>(
  db: Database,
  work: (transaction: PipelinedTransaction) => Promise<T>,
): Promise<T> {
  const client = await db.pipelined.connect();
  let hasEnded = false;
  let rollbackError: Error | undefined;
  try {
    const begun = client.query("begin");
    const working = work({
      run: async <Row>({ name, text }: Statement, values: readonly unknown[]) => {
        // It would be stored on its own.
        if (hasEnded) throw new Error("the transaction has ended");
        return (await client.query({ name, text, values: [...values] })).rows as Row[];
      },
      tx: transactionOn(client),
    });
    const [result] = await Promise.all([working, begun]);
    hasEnded = true;
    const { command } = await client.query("commit");
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
    return result;
  } catch (error) {
    hasEnded = true;
    await client.query("rollback").catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed.
    client.release(rollbackError);
  }
}
