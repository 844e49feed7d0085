import { DatabaseClient } from "../database/database-client.ts";
import { withoutCredentials } from "../database/database-hosts.ts";
import { errorReason, StartupError } from "../startup-error.ts";

const minMajorVersion = 15;
const connectTimeoutMs = 5000;

/** The database does not respond, but may do so later. */
export class UnreachableError extends StartupError {
  override readonly name = "UnreachableError";
}

/** Checks that the PostgreSQL of DATABASE_URL is reachable and recent enough. */
export async function connectExternalPostgres(databaseUrl: string): Promise<{ connectionString: string }> {
  const client = new DatabaseClient({ connectionString: databaseUrl, connectionTimeoutMillis: connectTimeoutMs });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::integer / 10000 as major");
    if (rows[0].major >= minMajorVersion) return { connectionString: databaseUrl };
    throw new StartupError(
      `DATABASE_URL: the database is PostgreSQL ${rows[0].major} and Gatehouse needs ${minMajorVersion} or newer.`,
    );
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const address = withoutCredentials(databaseUrl);
    throw new UnreachableError(`DATABASE_URL: the database ${address} cannot be reached (${errorReason(error)}).`);
  } finally {
    await client.end().catch(() => {});
  }
}
