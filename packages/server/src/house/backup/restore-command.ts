import { prepareDataFolder } from "../../platform/data-folder.ts";
import { createLog } from "../../platform/log.ts";
import { startEmbeddedPostgres } from "../../platform/postgres/embedded-postgres.ts";
import { connectExternalPostgres } from "../../platform/postgres/external-postgres.ts";
import type { OpenedPostgres } from "../../platform/postgres/open-postgres.ts";
import { listStoredEntries } from "../../platform/private-files.ts";
import { parseSettings, type Settings } from "../../platform/settings.ts";
import { StartupError } from "../../platform/startup-error.ts";
import {
  deleteUnfinishedRestore,
  isRestoreUnfinished,
  markRestoreFinished,
  markUnfinishedRestore,
} from "../../platform/unfinished-restore.ts";
import { BackupError } from "./backup-error.ts";
import { allowUnencryptedFlag, type BackupFile } from "./open-backup.ts";
import { loadPassphrase } from "./passphrase.ts";
import { createProgress, formatContents } from "./progress.ts";
import { type InspectedBackup, inspectBackup, restoreBackup } from "./restore-backup.ts";
import { withRestoreClient } from "./restore-role.ts";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    console.error('The restore was interrupted: run "npm run restore" again, which deletes what is left.');
    // Also stops the embedded PostgreSQL.
    process.exit(1);
  });
}

// `npm run restore FILE`, into an empty data folder and an empty database.
const given = process.argv.slice(2);
const allowsUnencrypted = given.includes(allowUnencryptedFlag);
const [path, ...others] = given.filter((argument) => argument !== allowUnencryptedFlag);
if (path === undefined || path.startsWith("-") || others.length > 0) {
  console.error(`Usage: npm run restore [-- ${allowUnencryptedFlag}] FILE`);
  process.exitCode = 2;
} else {
  try {
    process.umask(0o077);
    await restore(parseSettings(process.env), path, allowsUnencrypted);
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exitCode = 1;
  }
}

async function restore(settings: Settings, path: string, allowsUnencrypted: boolean): Promise<void> {
  const started = performance.now();
  const file = { path, passphrase: loadPassphrase(settings), allowsUnencrypted };
  console.log(`Checking ${path}`);
  const inspected = await inspectBackup(file, createProgress(console.log));
  checkSecretKey(settings, inspected);
  const dataDir = prepareDataFolder(settings.dataDir);
  claimFolder(dataDir);
  try {
    await fill(settings, dataDir, file);
  } catch (error) {
    deleteUnfinishedRestore(dataDir);
    throw error;
  }
  markRestoreFinished(dataDir);
  const { manifest, summary } = inspected;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Restored "${manifest.siteName}" as of ${manifest.createdAt} (Gatehouse ${manifest.version}) in ${seconds} s.`,
  );
  console.log(`${formatContents(summary.rows, summary.pictures, summary.reports)}. Start the server with "npm start".`);
}

/** With another key, device passwords and secrets would be unreadable. */
function checkSecretKey({ secretKey }: Settings, { secret }: InspectedBackup): void {
  if (secretKey === null || secretKey.equals(secret)) return;
  throw new BackupError("SECRET_KEY is not the key of this backup: unset it to restore the key from the backup.");
}

/** Rejects a folder with data, except for what an interrupted restore left. */
function claimFolder(dataDir: string): void {
  if (isRestoreUnfinished(dataDir)) deleteUnfinishedRestore(dataDir);
  const [found] = listStoredEntries(dataDir);
  if (found !== undefined) {
    throw new BackupError(
      `DATA_DIR: ${dataDir} contains data (${found}). A backup is restored into an empty folder only: set DATA_DIR to another one, or move the old data away.`,
    );
  }
  markUnfinishedRestore(dataDir);
}

async function fill(settings: Settings, dataDir: string, file: BackupFile): Promise<void> {
  const postgres = await startPostgres(settings.databaseUrl, dataDir);
  try {
    await withRestoreClient(postgres.connection, (client) =>
      restoreBackup(file, { client, dataDir, savesKey: settings.secretKey === null }, createProgress(console.log)),
    );
  } finally {
    await postgres.close();
  }
}

async function startPostgres(databaseUrl: string | null, dataDir: string): Promise<OpenedPostgres> {
  if (databaseUrl !== null) return { connection: await connectExternalPostgres(databaseUrl), close: async () => {} };
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: createLog("warn") });
  return { connection, close: stop };
}
