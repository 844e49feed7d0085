import { Client } from "pg";
import { withoutCredentials } from "../settings.ts";
import { errorReason, StartupError } from "../startup-error.ts";

const oldestMajor = 15;
const patienceMs = 5000;

/** Makes sure that the PostgreSQL of DATABASE_URL answers and is recent enough. */
export async function connectExternalPostgres(databaseUrl: string): Promise<{ connectionString: string }> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: patienceMs });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::integer / 10000 as major");
    if (rows[0].major >= oldestMajor) return { connectionString: databaseUrl };
    throw new StartupError(
      `DATABASE_URL: the database is PostgreSQL ${rows[0].major} and Gatehouse needs ${oldestMajor} or newer.`,
    );
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const place = withoutCredentials(databaseUrl);
    throw new StartupError(`DATABASE_URL: the database ${place} cannot be reached (${errorReason(error)}).`);
  } finally {
    await client.end().catch(() => {});
  }
}
