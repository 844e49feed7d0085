import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { ClientBase, ClientConfig } from "pg";
import { errorReason, StartupError } from "../startup-error.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { DatabaseClient } from "./database-client.ts";

/** One file migrations/NNNN-name.sql. */
type Migration = { version: number; name: string; checksum: string; sql: string };

/** A migration that was applied to a database. */
export type AppliedMigration = Pick<Migration, "version" | "name" | "checksum">;

const migrationsFolder = join(import.meta.dirname, "../../migrations");

// Adds the audit and notification triggers to new tables, so that no migration can forget them.
const watchNewTables = `do $$ begin
  if to_regproc('watch_tables') is not null then perform watch_tables(); end if;
end $$`;

/**
 * Applies the missing migrations and returns their names. All of them are one transaction: after a failure, the earlier
 * version still opens the database.
 */
export async function migrate(connection: ClientConfig, folder: string = migrationsFolder): Promise<string[]> {
  const client = new DatabaseClient(connection);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migrations]);
    await client.query("begin");
    const names = await applyMigrations(client, readMigrations(folder));
    await client.query("commit");
    return names;
  } finally {
    await client.end(); // undoes a failed transaction and releases the advisory lock
  }
}

/** Creates the schema of a version in the client's transaction; `applied` lists the migrations of that version. */
export async function createSchema(client: ClientBase, applied: readonly AppliedMigration[]): Promise<void> {
  const migrations = readMigrations(migrationsFolder);
  checkHistory(applied, migrations);
  const versions = new Set(applied.map(({ version }) => version));
  await applyMigrations(
    client,
    migrations.filter(({ version }) => versions.has(version)),
  );
}

/** The migrations that a database has, oldest first. */
export async function listAppliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    "select version, name, checksum from schema_migrations order by version",
  );
  return rows;
}

/** Throws if the migrations are those of a newer version, or of another one. */
export function checkAppliedMigrations(applied: readonly AppliedMigration[]): void {
  checkHistory(applied, readMigrations(migrationsFolder));
}

async function applyMigrations(client: ClientBase, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    "appliedAt" timestamptz not null default now()
  )`);
  const applied = await listAppliedMigrations(client);
  checkHistory(applied, migrations);
  const versions = new Set(applied.map(({ version }) => version));
  const missing = migrations.filter(({ version }) => !versions.has(version));
  for (const migration of missing) await apply(client, migration);
  await client.query(watchNewTables);
  return missing.map(({ name }) => name);
}

let latest: number | undefined;

/** The version of the newest migration of this build. */
export function latestMigration(): number {
  latest ??= assertFound(readMigrations(migrationsFolder).at(-1), "a build without migrations").version;
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

function checkHistory(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
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

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (version, name, checksum) values ($1, $2, $3)", [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    // The next migration may change a table only if no check of its rows is pending.
    await client.query("set constraints all immediate");
  } catch (error) {
    throw new StartupError(
      `The migration ${migration.name} failed and was undone; the database is unchanged (${errorReason(error)}).`,
    );
  }
}
