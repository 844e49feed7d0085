import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { prepareDataFolder } from "../../platform/data-folder.ts";
import { type Connection, connectDatabase } from "../../platform/database/database.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { privateFileMode } from "../../platform/private-files.ts";
import { parseSettings, type Settings } from "../../platform/settings.ts";
import { errorReason, StartupError } from "../../platform/startup-error.ts";
import { createDiagnostics, diagnosticsName } from "./bundle.ts";

/** Connections to it fail at once. */
const unreachable: Connection = { host: "/nonexistent", user: "gatehouse", database: "gatehouse" };

// `npm run diagnostics [FILE]`, also if neither the server nor the database starts.
try {
  await collect(parseSettings(process.env), process.argv[2]);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}

async function collect({ dataDir: folder, databaseUrl, backupDir }: Settings, target?: string): Promise<void> {
  const now = new Date();
  const path = resolve(target ?? diagnosticsName(now));
  const dataDir = prepareDataFolder(folder);
  const postgres = await openPostgres(databaseUrl, dataDir).catch((error: unknown) => {
    console.error(`The database can't be opened (${errorReason(error)}). The file has no facts about it.`);
    return undefined;
  });
  const db = connectDatabase(postgres?.connection ?? unreachable);
  try {
    const content = createDiagnostics(db, { dataDir, backupDir }, now);
    await pipeline(content, createWriteStream(path, { flags: "wx", mode: privateFileMode }));
    console.log(`Diagnostics: ${path}`);
  } catch (error) {
    throw new StartupError(`${path} can't be written (${errorReason(error)}).`);
  } finally {
    await db.destroy();
    await postgres?.close();
  }
}
