import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../src/platform/postgres/embedded-postgres.ts";
import { fastSettings } from "./fast-postgres.ts";
import { quietLog, templateDatabase } from "./harness.ts";

/** Starts one PostgreSQL for the whole run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "gatehouse-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: quietLog,
    settings: { ...fastSettings, autovacuum: "off" },
  });
  const client = new Client(postgres.connection);
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrate({ ...postgres.connection, database: templateDatabase });
  project.provide("postgres", postgres.connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
