import { buffer, text } from "node:stream/consumers";
import type { Client } from "pg";
import { checkAppliedMigrations } from "../../platform/database/migrate.ts";
import { saveKeyBytes } from "../../platform/security/secret-key.ts";
import { documentPaths, type StoredFile, tableOf } from "./archive.ts";
import { incomplete } from "./backup-error.ts";
import { restoreFile } from "./backup-files.ts";
import type { OnProgress } from "./create-backup.ts";
import { beginLoad, type DatabaseLoad } from "./load-database.ts";
import { type Manifest, manifestSchema, parseDocument, type Summary, summarySchema } from "./manifest.ts";
import { type BackupFile, openBackup } from "./open-backup.ts";

/** A backup that was read from its beginning to its end. */
export interface InspectedBackup {
  readonly manifest: Manifest;
  readonly summary: Summary;
  readonly secret: Buffer;
}

/** Reads the whole file before anything is restored; refuses a damaged one and one of a newer version. */
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
