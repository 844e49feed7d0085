import { mkdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { prepareDataFolder } from "../../platform/data-folder.ts";
import { DatabaseClient } from "../../platform/database/database-client.ts";
import { lowerThreadPriority } from "../../platform/low-priority.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { privateFolderMode } from "../../platform/private-files.ts";
import { createS3Client } from "../../platform/s3/s3-client.ts";
import { loadKeyBytes } from "../../platform/security/secret-key.ts";
import { parseSettings, type Settings } from "../../platform/settings.ts";
import { errorReason, StartupError } from "../../platform/startup-error.ts";
import { BackupError } from "./backup-error.ts";
import { backupName, isBackupName } from "./backup-folder.ts";
import { createBackup } from "./create-backup.ts";
import { loadPassphrase } from "./passphrase.ts";
import { createProgress, formatBytes, formatContents } from "./progress.ts";

// `npm run backup [FILE or FOLDER]`, also while the server runs.
const abort = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => abort.abort());
lowerThreadPriority();
try {
  process.umask(0o077);
  await backUp(parseSettings(process.env), process.argv[2]);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}

async function backUp(settings: Settings, target: string | undefined): Promise<void> {
  const started = performance.now();
  const now = new Date();
  const passphrase = loadPassphrase(settings);
  const path = findPath(target ?? settings.backupDir ?? ".", now, passphrase !== null);
  const dataDir = prepareDataFolder(settings.dataDir);
  const secret = loadKeyBytes(settings.secretKey ?? undefined, dataDir);
  const postgres = await openPostgres(settings.databaseUrl, dataDir);
  const client = new DatabaseClient({ ...postgres.connection, application_name: "gatehouse backup" });
  client.on("error", () => {});
  try {
    await client.connect();
    const { s3, backsUpS3Pictures } = settings;
    const sharedPictures = s3 && backsUpS3Pictures ? createS3Client(s3) : null;
    const source = { client, dataDir, secret, sharedPictures };
    const options = { path, passphrase, now, signal: abort.signal };
    const { bytes, rows, pictures, reports } = await createBackup(source, options, createProgress(console.log));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`Backup finished in ${seconds} s: ${path}`);
    console.log(`${formatBytes(bytes)}, ${formatContents(rows, pictures, reports)}.`);
    if (s3 && !backsUpS3Pictures)
      console.log(
        `The pictures in the bucket ${s3.bucket} are not in it (BACKUP_S3_PICTURES): back up the bucket too.`,
      );
    if (passphrase !== null) return;
    console.log("It is not encrypted and contains the secret key: keep it private, or set BACKUP_KEY_FILE.");
  } finally {
    await client.end();
    await postgres.close();
  }
}

/** The file to write: as given, or a new name in the given folder. */
function findPath(target: string, now: Date, isEncrypted: boolean): string {
  if (isBackupName(target) && !statSync(target, { throwIfNoEntry: false })?.isDirectory()) return resolve(target);
  try {
    mkdirSync(target, { recursive: true, mode: privateFolderMode });
  } catch (error) {
    throw new BackupError(`The folder ${target} can't be used for backups (${errorReason(error)}).`);
  }
  return resolve(target, backupName(now, isEncrypted));
}
