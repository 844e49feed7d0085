import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../src/platform/postgres/embedded-postgres.ts";
import { fastSettings } from "./fast-postgres.ts";
import { copyDatabase, quietLog, templateDatabase } from "./harness.ts";

/**
 * Starts one PostgreSQL for the whole run, with a migrated database that each test file copies, and keeps the folder of
 * a migrated database for tests that start a PostgreSQL of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "gatehouse-test-"));
  const start = () =>
    startEmbeddedPostgres({
      dataDir,
      log: quietLog,
      settings: { ...fastSettings, autovacuum: "off", max_connections: "400" },
    });
  const first = await start();
  await migrate(first.connection);
  await first.stop();
  const preparedDir = join(dataDir, "prepared");
  await mkdir(preparedDir);
  await copyDatabase(dataDir, preparedDir);
  const postgres = await start();
  const client = new Client({ ...postgres.connection, database: "postgres" });
  await client.connect();
  await client.query(`create database ${templateDatabase} template ${postgres.connection.database}`);
  await client.end();
  project.provide("preparedDir", preparedDir);
  project.provide("postgres", postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
