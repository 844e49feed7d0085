import { randomBytes } from "node:crypto";
import { type Client, type ClientConfig, escapeIdentifier } from "pg";
import { DatabaseClient } from "../../platform/database/database-client.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Connects to the empty database without a superuser's rights: a backup from elsewhere must not reach the files or other databases
 * of the server. The embedded PostgreSQL has no other role, so one is created for the time of the restore.
 */
export async function withRestoreClient<T>(
  connection: ClientConfig,
  restore: (client: Client) => Promise<T>,
): Promise<T> {
  const options = { ...connection, application_name: "gatehouse restore" };
  return withClient(options, async (owner) => {
    await checkEmpty(owner);
    const { rows } = await owner.query<{ isSuperuser: boolean; name: string; database: string }>(
      `select rolsuper as "isSuperuser", rolname as name, current_database() as database from pg_roles where rolname = current_user`,
    );
    const [found] = rows;
    if (!found?.isSuperuser) return restore(owner);
    if (connection.connectionString !== undefined) {
      throw new BackupError(
        `DATABASE_URL: ${found.name} is a superuser, whose rights a backup must not get. Use a role that only owns the database, as in the manual ("Your own PostgreSQL").`,
      );
    }
    const user = `restore_${randomBytes(8).toString("hex")}`;
    await owner.query(`create role ${user} login`);
    try {
      await owner.query(`grant create on database ${escapeIdentifier(found.database)} to ${user}`);
      await owner.query(`grant usage, create on schema public to ${user}`);
      return await withClient({ ...options, user }, restore);
    } finally {
      await owner.query(`reassign owned by ${user} to current_user`);
      await owner.query(`drop owned by ${user}`);
      await owner.query(`drop role ${user}`);
    }
  });
}

async function withClient<T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

async function checkEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`);
  if (rows[0] === undefined) return;
  throw new BackupError(
    `DATABASE_URL: the database contains data (table ${rows[0].name}). A backup is restored into an empty database only.`,
  );
}
