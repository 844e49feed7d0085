import { Kysely, PostgresDialect } from "kysely";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import type { Database, Tx } from "../platform/database/database.ts";
import type { Schema } from "../platform/database/database.types.ts";
import { combineStatements, type Statement } from "./statement.ts";

/** One transaction on one connection, with prepared statements for the hot path and Kysely for the rest. */
export interface PipelinedTransaction {
  /**
   * Runs a statement that each connection prepares once. Those of one turn of the event loop are sent at its end; they run
   * in order without waiting between, and adjacent ones that join each other as one.
   */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  readonly tx: Tx;
  /**
   * Sends the commit along with the last statements, which must have been started in this turn of the event loop, and
   * returns their result. It saves a round trip; if a statement fails, PostgreSQL rolls back instead.
   */
  commitAfter<T>(lastStatements: Promise<T>): Promise<T>;
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
  const { send, close } = createSender(client);
  let rollbackError: Error | undefined;
  let committed: Promise<Answer> | undefined;
  try {
    const begun = send(begin, []);
    begun.catch(() => {});
    const result = await work({
      run: async <Row>(statement: Statement, values: readonly unknown[]) => {
        if (committed) throw new Error("the transaction is committed already");
        const [{ rows }] = await Promise.all([send(statement, values), begun]);
        return rows as Row[];
      },
      get tx() {
        if (committed) throw new Error("the transaction is committed already");
        return transactionOn(client);
      },
      commitAfter: (lastStatements) => {
        committed = send(commit, []);
        committed.catch(() => {});
        return lastStatements;
      },
    });
    await begun;
    const { command } = await (committed ?? client.query("commit"));
    if (command !== "COMMIT") throw rolledBack();
    return result;
  } catch (error) {
    close();
    await client.query("rollback").catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed.
    client.release(rollbackError);
  }
}

const begin: Statement = { name: "begin", text: "begin" };
const commit: Statement = { name: "commit", text: "commit" };

type Answer = Pick<QueryResult, "rows" | "command">;

interface Waiting {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Sender {
  send(statement: Statement, values: readonly unknown[]): Promise<Answer>;
  /** Rejects what is not sent yet, and all that follows: after a rollback it would be stored on its own. */
  close(): void;
}

/** Sends the statements of one event loop turn in one packet, because each packet wakes PostgreSQL up. */
function createSender(client: PoolClient): Sender {
  const { stream } = client.connection;
  let waiting: Waiting[] = [];
  let isClosed = false;

  function sendWaiting(): void {
    const groups = groupJoining(waiting);
    waiting = [];
    stream.cork();
    for (const group of groups) sendGroup(client, group);
    stream.uncork();
  }

  return {
    send: (statement, values) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(rolledBack());
        if (waiting.length === 0) process.nextTick(sendWaiting);
        waiting.push({ statement, values, resolve, reject });
      }),
    close: () => {
      isClosed = true;
      for (const { reject } of waiting) reject(rolledBack());
      waiting = [];
    },
  };
}

const rolledBack = () => new Error("the transaction was rolled back");

/** Adjacent statements of one kind form a group. */
function groupJoining(waiting: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [];
  let kind: Statement["joins"];
  for (const one of waiting) {
    const { joins } = one.statement;
    if (joins !== undefined && joins === kind) groups.at(-1)?.push(one);
    else groups.push([one]);
    kind = joins;
  }
  return groups;
}

function sendGroup(client: PoolClient, group: readonly Waiting[]): void {
  const [first] = group;
  if (!first) return;
  if (group.length === 1) {
    const { statement, values, resolve, reject } = first;
    client.query(toQuery(statement, values)).then(resolve, reject);
    return;
  }
  const statement = combineStatements(
    group.map((one) => one.statement),
    group.map(({ values }) => values.length),
  );
  client
    .query(
      toQuery(
        statement,
        group.flatMap(({ values }) => values),
      ),
    )
    .then(
      ({ rows: [row], command }) => {
        for (const [place, { resolve }] of group.entries()) resolve({ rows: row[place] ?? [], command });
      },
      (error) => {
        for (const { reject } of group) reject(error);
      },
    );
}

const toQuery = (statement: Statement, values: readonly unknown[]): QueryConfig | string =>
  statement === begin || statement === commit ? statement.text : { ...statement, values: [...values] };
