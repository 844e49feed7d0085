import { join } from "node:path";
import type { Connection } from "../database/database.ts";
import { createLog } from "../log.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { connectExternalPostgres } from "./external-postgres.ts";
import { findRunningPostgres } from "./running-postgres.ts";

/** A database that a command uses, with or without a running server. */
export interface OpenedPostgres {
  readonly connection: Connection;
  close(): Promise<void>;
}

/** Connects to the database of the server; starts the embedded PostgreSQL if the server doesn't run. */
export async function openPostgres(databaseUrl: string | null, dataDir: string): Promise<OpenedPostgres> {
  if (databaseUrl !== null) return { connection: await connectExternalPostgres(databaseUrl), close: async () => {} };
  const running = await findRunningPostgres(join(dataDir, "postgres"));
  if (running) return { connection: running.connection, close: async () => running.release() };
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("warn") });
  return { connection: postgres.connection, close: postgres.stop };
}
