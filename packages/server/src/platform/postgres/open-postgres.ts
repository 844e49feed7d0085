import { join } from "node:path";
import { Client } from "pg";
import type { Connection } from "../database/database.ts";
import { createLog } from "../log.ts";
import { database, type PostgresConnection, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { connectExternalPostgres } from "./external-postgres.ts";
import { postgresUser } from "./postgres-folder.ts";
import { socketName, socketPort } from "./postgres-process.ts";
import { shortFolder } from "./short-folder.ts";

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

/** The embedded PostgreSQL of a server that runs on the folder; undefined if there is none. */
export async function findRunningPostgres(
  folder: string,
): Promise<{ connection: PostgresConnection; release(): void } | undefined> {
  const socket = shortFolder(folder, socketName);
  const connection = { host: socket.path, port: socketPort, user: postgresUser, database };
  const client = new Client(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return { connection, release: socket.release };
  } catch {
    socket.release();
    return undefined;
  }
}
