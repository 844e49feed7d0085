import { Client } from "pg";
import { database, type PostgresConnection } from "./embedded-postgres.ts";
import { postgresUser } from "./postgres-folder.ts";
import { socketName, socketPort } from "./postgres-process.ts";
import { shortFolder } from "./short-folder.ts";

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
