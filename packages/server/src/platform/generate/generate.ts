import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { createLog } from "../log.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { databaseTypes } from "./database-types.ts";

const root = join(import.meta.dirname, "../../../../..");
const dataDir = await mkdtemp(join(tmpdir(), "gatehouse-generate-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("error") });
await migrate(postgres.connection);
const db = connectDatabase(postgres.connection);
await writeFile(join(root, "packages/server/src/platform/database/database.types.ts"), await databaseTypes(db));
await db.destroy();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
