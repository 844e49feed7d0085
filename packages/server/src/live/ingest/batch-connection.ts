import { Kysely, PostgresDialect } from "kysely";
import type { PoolClient } from "pg";
import type { Database, Writing } from "../../platform/database.ts";
import type { Tables } from "../../platform/database.types.ts";

/** One transaction on one connection, with named statements for what runs all the time and Kysely for the rest. */
export interface BatchTransaction {
  /** Runs a statement that this connection plans once. */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  readonly tx: Writing;
}

/** A statement with the name that it is prepared under. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const wrapped = new WeakMap<PoolClient, Writing>();

/** Kysely on a connection whose transaction is begun and ended by hand; made once a connection. */
function kyselyOn(client: PoolClient): Writing {
  const before = wrapped.get(client);
  if (before) return before;
  const lent = { query: (...sent: [never]) => client.query(...sent), release: () => {} };
  const pool = { connect: async () => lent, end: async () => {}, options: {} };
  const own = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }) as unknown as Writing;
  wrapped.set(client, own);
  return own;
}

/** Does work in one transaction: all of it is stored when this ends, or nothing. */
export async function inBatch<T>(db: Database, work: (transaction: BatchTransaction) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  // A connection that breaks between two statements tells only this; the next statement then fails.
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work({
      run: async <Row>({ name, text }: Statement, values: readonly unknown[]) =>
        (await client.query({ name, text, values: values as unknown[] })).rows as Row[],
      get tx() {
        return kyselyOn(client);
      },
    });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

function ignore(): void {}
