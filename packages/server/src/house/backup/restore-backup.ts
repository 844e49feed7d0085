import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { type ClientBase, escapeIdentifier, escapeLiteral } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import { checkAppliedMigrations, createSchema } from "../../platform/database/migrate.ts";
import { saveKeyBytes } from "../../platform/security/secret-key.ts";
import { documentPaths, type StoredFile, tableOf } from "./archive.ts";
import { BackupError, incomplete } from "./backup-error.ts";
import { restoreFile } from "./backup-files.ts";
import { type ForeignKey, listForeignKeys, listMonths, listSequenceNames, listTables } from "./catalog.ts";
import type { OnProgress } from "./create-backup.ts";
import { loadStatement } from "./dump-database.ts";
import {
  type Manifest,
  manifestSchema,
  parseDocument,
  type SequenceValue,
  type Summary,
  summarySchema,
} from "./manifest.ts";
import { type BackupFile, openBackup } from "./open-backup.ts";

/** Loads the tables of a backup into an empty database, in one transaction. */
interface DatabaseLoad {
  /** Loads compressed rows of a table. */
  load(table: string, rows: AsyncIterable<Uint8Array>): Promise<void>;
  /** Ends the sessions, sets sequences and checks all foreign keys; what was loaded becomes visible. */
  commit(summary: Summary): Promise<void>;
}

/**
 * Creates the schema of the backup, and disables what would change or reject its rows while they are loaded. The documents of a
 * backup may have been changed: they only select among what the migrations create, and no text of them becomes a statement.
 */
async function beginLoad(client: Client, { migrations, tables, months }: Manifest): Promise<DatabaseLoad> {
  await client.query("begin");
  await client.query("set local statement_timeout = 0");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.migrations]);
  await createSchema(client, migrations);
  await createMonths(client, months);
  const schema = await listTables(client);
  checkTables(tables, schema);
  const created = schema.map(({ name }) => escapeIdentifier(name));
  const foreignKeys = await listForeignKeys(client);
  // A superuser could set session_replication_role instead. The owner of a managed database isn't one.
  await dropForeignKeys(client, foreignKeys);
  for (const name of created) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${created.join(", ")}`);
  const loaded: Record<string, number> = {};

  return {
    load: async (name, rows) => {
      const table = tables.find((each) => each.name === name);
      if (!table) throw new BackupError(`The backup contains the table ${name} without its columns.`);
      const copy = client.query(copyFrom(loadStatement(table)));
      await pipeline(rows, createGunzip(), copy);
      loaded[name] = (loaded[name] ?? 0) + copy.rowCount;
    },
    commit: async ({ rows, sequences }) => {
      const wrong = tables.find(({ name }) => (loaded[name] ?? 0) !== rows[name]);
      if (wrong) throw new BackupError(`The table ${wrong.name} was not loaded completely.`);
      // A session of the backup may have been ended since: a sign-out must not be undone.
      await client.query(`update sessions set "endedAt" = now() where "endedAt" is null`);
      const known = new Set(await listSequenceNames(client));
      for (const sequence of sequences) {
        if (!known.has(sequence.name)) throw unknownPart("sequence", sequence.name);
        await setSequence(client, sequence);
      }
      for (const { table, name, definition } of foreignKeys) {
        await client.query(
          `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
        );
      }
      for (const name of created) await client.query(`alter table ${name} enable trigger user`);
      await client.query("commit");
      await client.query(`analyze ${created.join(", ")}`);
    },
  };
}

const unknownPart = (kind: string, name: string) =>
  new BackupError(`The backup contains the ${kind} "${name}", which its version doesn't have.`);

/** Without this check, a name such as that of a system table would be loaded, too. */
function checkTables(tables: Manifest["tables"], schema: Manifest["tables"]): void {
  for (const { name, columns } of tables) {
    const known = schema.find((table) => table.name === name)?.columns;
    if (!known || columns.some((column) => !known.includes(column))) throw unknownPart("table", name);
  }
}

/** The months of the events at the time of the backup; the schema has those around now. */
async function createMonths(client: ClientBase, months: readonly string[]): Promise<void> {
  const existing = new Set(await listMonths(client));
  for (const name of months.filter((month) => !existing.has(month))) {
    const { from, to } = parseMonth(name);
    await client.query(
      `create table ${escapeIdentifier(name)} partition of events for values from (${escapeLiteral(from)}) to (${escapeLiteral(to)})`,
    );
  }
}

/** The times between which a month of the events lies. */
function parseMonth(name: string): { from: string; to: string } {
  const [, year, month] = /^events_(\d{4})_(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (year === undefined) throw unknownPart("partition", name);
  const startOf = (index: number) => new Date(Date.UTC(Number(year), index)).toISOString();
  return { from: startOf(Number(month) - 1), to: startOf(Number(month)) };
}

async function dropForeignKeys(client: ClientBase, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`);
  }
}

async function setSequence(client: ClientBase, { name, value, isCalled }: SequenceValue): Promise<void> {
  await client.query(`select setval(${escapeLiteral(escapeIdentifier(name))}::regclass, $1, $2)`, [value, isCalled]);
}

/** A backup that was read from its beginning to its end. */
export interface InspectedBackup {
  readonly manifest: Manifest;
  readonly summary: Summary;
  readonly secret: Buffer;
}

/** Reads the whole file before anything is restored; rejects a damaged one and one of a newer version. */
export async function inspectBackup(file: BackupFile, onProgress: OnProgress): Promise<InspectedBackup> {
  const documents = new Map<string, Buffer>();
  const paths: readonly string[] = Object.values(documentPaths);
  let count = 0;
  for await (const { path, content } of openBackup(file)) {
    count += 1;
    onProgress(`Files checked: ${count}`);
    if (paths.includes(path)) documents.set(path, await buffer(content));
  }
  const [manifestJson, secret, summaryJson] = paths.map((path) => documents.get(path));
  if (!manifestJson || !secret || !summaryJson) throw incomplete();
  const manifest = parseDocument(`${manifestJson}`, manifestSchema);
  checkAppliedMigrations(manifest.migrations);
  return { manifest, summary: parseDocument(`${summaryJson}`, summarySchema), secret };
}

/** Restores an inspected backup into an empty database and an empty data folder. */
export async function restoreBackup(
  file: BackupFile,
  { client, dataDir, savesKey }: { client: Client; dataDir: string; savesKey: boolean },
  onProgress: OnProgress,
): Promise<void> {
  let load: DatabaseLoad | undefined;
  let summary: Summary | undefined;
  let files = 0;

  async function restore({ path, content }: StoredFile): Promise<void> {
    const table = tableOf(path);
    if (table !== undefined) {
      onProgress(`Table: ${table}`);
      await load?.load(table, content);
    } else if (path === documentPaths.manifest) {
      load = await beginLoad(client, parseDocument(await text(content), manifestSchema));
    } else if (path === documentPaths.key) {
      if (savesKey) saveKeyBytes(await buffer(content), dataDir);
    } else if (path === documentPaths.summary) {
      summary = parseDocument(await text(content), summarySchema);
    } else {
      files += 1;
      onProgress(`Files: ${files}`);
      await restoreFile(dataDir, { path, content });
    }
  }

  for await (const stored of openBackup(file)) await restore(stored);
  if (!load || !summary) throw incomplete();
  onProgress("Checking the references between tables");
  await load.commit(summary);
}
