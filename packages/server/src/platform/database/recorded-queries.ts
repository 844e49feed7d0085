import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Database, ReadDb } from "./database.ts";
import type { Schema } from "./database.types.ts";

/** The rows of queries, by their text and parameters. */
export type RecordedQueries = ReadonlyMap<string, readonly unknown[]>;

const keyOf = ({ sql, parameters }: CompiledQuery) => `${sql}\n${JSON.stringify(parameters)}`;

/** Runs queries, and records their rows. */
export async function recordQueries(
  db: Database,
  work: (recording: ReadDb) => Promise<unknown>,
): Promise<RecordedQueries> {
  const recorded = new Map<string, readonly unknown[]>();
  const recording = createReader(async (query) => {
    const { rows } = await db.executeQuery(query);
    recorded.set(keyOf(query), rows);
    return rows;
  });
  await work(recording);
  return recorded;
}

/** Answers the queries that were recorded; fails for others. */
export const replayQueries = (recorded: RecordedQueries): ReadDb =>
  createReader(async (query) => {
    const rows = recorded.get(keyOf(query));
    if (!rows) throw new Error(`this query was not recorded: ${query.sql}`);
    return rows;
  });

function createReader(response: (query: CompiledQuery) => Promise<readonly unknown[]>): ReadDb {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => ({ rows: (await response(query)) as Row[] }),
    // biome-ignore lint/correctness/useYield: nothing is streamed
    streamQuery: async function* () {
      throw new Error("recorded queries can't be streamed");
    },
  };
  class Reader extends DummyDriver {
    override async acquireConnection() {
      return connection;
    }
  }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Reader(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
