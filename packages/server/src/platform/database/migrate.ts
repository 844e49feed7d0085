import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import { errorReason, StartupError } from "../startup-error.ts";
import { advisoryLocks } from "./advisory-locks.ts";

/** One file migrations/NNNN-name.sql. */
type Migration = { version: number; name: string; checksum: string; sql: string };
type Applied = Pick<Migration, "version" | "name" | "checksum">;

const migrationsFolder = join(import.meta.dirname, "../../migrations");

// Adds the audit and notification triggers to new tables, so that no migration can forget them.
const watchNewTables = `do $$ begin
  if to_regproc('watch_tables') is not null then perform watch_tables(); end if;
end $$`;

/** Applies the missing migrations and returns their names. */
export async function migrate(connection: ClientConfig, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migrations]);
    await client.query(`create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      "appliedAt" timestamptz not null default now()
    )`);
    const { rows } = await client.query<Applied>("select version, name, checksum from schema_migrations");
    checkHistory(rows, migrations);
    const applied = new Set(rows.map((row) => row.version));
    const missing = migrations.filter(({ version }) => !applied.has(version));
    for (const migration of missing) await apply(client, migration);
    await client.query(watchNewTables);
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // releases the advisory lock
  }
}

let latest: number | undefined;

/** The version of the newest migration of this build. */
export function latestMigration(): number {
  latest ??= readMigrations(migrationsFolder).at(-1)?.version ?? 0;
  return latest;
}

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => {
    const version = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
    if (version === undefined) throw new Error(`The migration ${file} is not named like 0001-name.sql`);
    // A checkout on Windows may have other line endings; the checksum must not differ.
    const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
    const checksum = createHash("sha256").update(sql).digest("hex");
    return { version: Number(version), name: file.replace(/\.sql$/, ""), checksum, sql };
  });
}

function checkHistory(applied: Applied[], known: Migration[]): void {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  for (const row of applied.toSorted((a, b) => b.version - a.version)) {
    const migration = byVersion.get(row.version);
    if (!migration) {
      throw new StartupError(
        `The database belongs to a newer Gatehouse version (it has the migration ${row.name}, which this version does not know): start that version or use another database.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new StartupError(
        `The migration ${row.name} was changed after it was applied to this database: restore that file and add a new migration instead.`,
      );
    }
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (version, name, checksum) values ($1, $2, $3)", [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new StartupError(`The migration ${migration.name} failed and was undone (${errorReason(error)}).`);
  }
}
