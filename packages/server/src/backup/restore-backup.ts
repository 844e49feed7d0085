import { createReadStream } from "node:fs";
import { buffer, text } from "node:stream/consumers";
import type { Client } from "pg";
import { checkAppliedMigrations } from "../platform/database/migrate.ts";
import { saveKeyBytes } from "../platform/security/secret-key.ts";
import { errorReason } from "../platform/startup-error.ts";
import { type ReadEntry, readArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { isFileKind, restoreFile } from "./backup-files.ts";
import type { OnProgress } from "./create-backup.ts";
import { beginLoad, type DatabaseLoad } from "./load-database.ts";
import { type Manifest, manifestSchema, parseDocument, type Summary, summarySchema } from "./manifest.ts";
import { type BackupHeader, openBackup } from "./sealed-file.ts";

/** A backup that was read from its beginning to its end. */
export interface InspectedBackup {
  readonly header: BackupHeader;
  readonly manifest: Manifest;
  readonly summary: Summary;
  readonly secret: Buffer;
}

/** A backup file and its passphrase. */
export interface BackupFile {
  readonly path: string;
  readonly passphrase: string | null;
  /** Accepts a file that is not encrypted although a passphrase is set. */
  readonly allowsUnencrypted?: boolean;
}

/** OPSYS-1: reads the whole file before anything is restored; refuses a damaged one and one of a newer version. */
export async function inspectBackup(file: BackupFile, onProgress: OnProgress): Promise<InspectedBackup> {
  const { header, entries } = await openEntries(file);
  const found: { manifest?: Manifest; summary?: Summary; secret?: Buffer } = {};
  let count = 0;
  for await (const { kind, content } of entries) {
    count += 1;
    onProgress(`Entries checked: ${count}`);
    if (kind === "manifest") found.manifest = parseDocument(await text(content), manifestSchema);
    if (kind === "summary") found.summary = parseDocument(await text(content), summarySchema);
    if (kind === "key") found.secret = await buffer(content);
  }
  const { manifest, summary, secret } = found;
  if (!manifest || !summary || !secret) throw new BackupError("The backup is incomplete: a part of it is missing.");
  checkAppliedMigrations(manifest.migrations);
  return { header, manifest, summary, secret };
}

async function openEntries({ path, passphrase, allowsUnencrypted }: BackupFile) {
  const { header, content } = await openBackup(readFile(path), passphrase, allowsUnencrypted);
  return { header, entries: readArchive(content) };
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1_048_576 });
  } catch (error) {
    throw new BackupError(`${path} can't be read (${errorReason(error)}).`);
  }
}

/** Restores an inspected backup into an empty database and an empty data folder. */
export async function restoreBackup(
  file: BackupFile,
  { client, dataDir, savesKey }: { client: Client; dataDir: string; savesKey: boolean },
  onProgress: OnProgress,
): Promise<void> {
  const { entries } = await openEntries(file);
  let load: DatabaseLoad | undefined;
  let files = 0;

  async function restore({ kind, name, content }: ReadEntry): Promise<void> {
    if (isFileKind(kind)) {
      files += 1;
      onProgress(`Files: ${files}`);
      await restoreFile(dataDir, kind, name, content);
    } else if (kind === "manifest") {
      load = await beginLoad(client, parseDocument(await text(content), manifestSchema));
    } else if (kind === "table") {
      onProgress(`Table: ${name}`);
      await load?.load(name, content);
    } else if (kind === "key" && savesKey) {
      saveKeyBytes(await buffer(content), dataDir);
    } else if (kind === "summary") {
      onProgress("Checking the references between tables");
      await load?.commit(parseDocument(await text(content), summarySchema));
    }
  }

  for await (const entry of entries) await restore(entry);
}
