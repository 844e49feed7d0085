import { createWriteStream } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { asText } from "@gatehouse/contract/fields/as-text";
import type { Client } from "pg";
import { checkAppliedMigrations, listAppliedMigrations } from "../../platform/database/migrate.ts";
import { privateFileMode } from "../../platform/private-files.ts";
import { productVersion } from "../../platform/product-version.ts";
import { errorReason } from "../../platform/startup-error.ts";
import { type ArchiveFile, documentPaths, packArchive, toArchiveFile, toDocument } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { dumpPictures, dumpReports } from "./backup-files.ts";
import { partialPath } from "./backup-folder.ts";
import { listMonths, listSequences, listTables } from "./catalog.ts";
import { beginSnapshot, dumpTable, listPictures } from "./dump-database.ts";
import type { Manifest, Summary } from "./manifest.ts";
import { encrypt } from "./passphrase.ts";
import type { SharedPictures } from "./shared-pictures.ts";

/** What a backup contains. */
export interface BackupSource {
  readonly client: Client;
  readonly dataDir: string;
  readonly secret: Buffer;
  /** Where pictures are that are not in the data folder; null if all of them are there, or these are left out. */
  readonly sharedPictures: SharedPictures | null;
}

/** Where a backup is written. */
export interface BackupTarget {
  readonly path: string;
  readonly passphrase: string | null;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

/** A finished backup. */
export interface BackupReport extends Summary {
  readonly bytes: number;
}

/** Called with what is being saved, often. */
export type OnProgress = (step: string) => void;

/** Files are created with "wx": a backup never replaces another file. */
const createFile = (path: string): Writable =>
  createWriteStream(path, { flags: "wx", mode: privateFileMode, flush: true });

/** Writes a backup while the server runs. The file gets its name when all of it is on the disk. */
export async function createBackup(
  source: BackupSource,
  { path, passphrase, now, signal }: BackupTarget,
  onProgress: OnProgress,
  openFile: (path: string) => Writable = createFile,
): Promise<BackupReport> {
  if (await stat(path).catch(() => undefined)) throw new BackupError(`${path} exists already: choose another name.`);
  const partial = partialPath(path);
  let summary: Summary | undefined;
  const files = dumpFiles(source, now, onProgress, (written) => {
    summary = written;
  });
  try {
    const archive = packArchive(files, now);
    const content = passphrase === null ? archive : encrypt(archive, passphrase);
    await pipeline(content, openFile(partial), signal ? { signal } : {});
    await moveToNew(partial, path);
  } catch (error) {
    // An existing file belongs to another backup that is running.
    if (!isExisting(error)) await rm(partial, { force: true });
    throw toBackupError(error, path);
  }
  if (!summary) throw new Error("the backup has no summary");
  return { ...summary, bytes: (await stat(path)).size };
}

/** The order matters: pictures of the snapshot are on the disk when it begins, and sequences are ahead of its rows. */
async function* dumpFiles(
  { client, dataDir, secret, sharedPictures }: BackupSource,
  now: Date,
  onProgress: OnProgress,
  onSummary: (summary: Summary) => void,
): AsyncGenerator<ArchiveFile> {
  await beginSnapshot(client);
  const manifest = await loadManifest(client, now);
  yield toDocument(documentPaths.manifest, manifest);
  const rows: Record<string, number> = {};
  for (const [index, table] of manifest.tables.entries()) {
    onProgress(`Table ${index + 1} of ${manifest.tables.length}: ${table.name}`);
    rows[table.name] = yield* dumpTable(client, table);
  }
  let pictures = 0;
  for await (const file of dumpPictures(dataDir, listPictures(client, manifest.tables), sharedPictures)) {
    onProgress(`Picture files: ${pictures}`);
    pictures += 1;
    yield file;
  }
  let reports = 0;
  for await (const file of dumpReports(dataDir)) {
    reports += 1;
    yield file;
  }
  yield toArchiveFile(documentPaths.key, secret);
  const summary: Summary = { rows, sequences: await listSequences(client), pictures, reports };
  await client.query("commit");
  yield toDocument(documentPaths.summary, summary);
  onSummary(summary);
}

async function loadManifest(client: Client, now: Date): Promise<Manifest> {
  const tables = await listTables(client);
  const has = (name: string) => tables.some((table) => table.name === name);
  if (!has("schema_migrations")) throw new BackupError("The database is empty: start the server once.");
  const migrations = await listAppliedMigrations(client);
  checkAppliedMigrations(migrations);
  const { rows } = await client.query<{ value: unknown }>("select value from configs where key = 'siteName'");
  const siteName = asText(rows[0]?.value);
  const about = { createdAt: now.toISOString(), version: productVersion };
  return { ...about, siteName, migrations, tables, months: await listMonths(client) };
}

/** Gives a complete file its name, without replacing another file. */
async function moveToNew(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path);
    await rm(partial);
  } catch (error) {
    if (isExisting(error)) await rm(partial, { force: true });
    if (isExisting(error)) throw error;
    // A file system without hard links.
    await rename(partial, path);
  }
  // Windows can't open a folder.
  if (process.platform === "win32") return;
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

const isExisting = (error: unknown) => (error as NodeJS.ErrnoException).code === "EEXIST";

function toBackupError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new BackupError(`The disk of ${dirname(path)} is full: nothing was left there. Free some space.`);
  }
  if (code === "ABORT_ERR") return new BackupError("The backup was interrupted: nothing was left.");
  const isFileError = typeof code === "string" && /^E[A-Z]+$/.test(code) && "syscall" in (error as object);
  return isFileError ? new BackupError(`${path} can't be written (${errorReason(error)}).`) : error;
}
