import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, inject, onTestFinished } from "vitest";
import type { PostgresConnection, PostgresLog } from "../src/platform/postgres/embedded-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's PostgreSQL, see global-setup.ts. */
    postgres: PostgresConnection;
    /** A data folder whose database is migrated, and not in use. */
    preparedDir: string;
  }
}

/** The migrated database that every test database is a copy of. */
export const templateDatabase = "gatehouse_template";

export const quietLog: PostgresLog = { debug() {}, info() {}, warn() {}, error() {} };

/** Creates a migrated database for a test file. Call it at the file's top level. */
export async function testDatabase(): Promise<PostgresConnection> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${database} template ${templateDatabase} strategy file_copy`);
  afterAll(() => administer(`drop database if exists ${database} with (force)`));
  return { ...inject("postgres"), database };
}

/** Creates an empty database for a test file. Call it at the file's top level. */
export async function emptyFileDatabase(): Promise<PostgresConnection> {
  const database = `empty_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${database}`);
  afterAll(() => administer(`drop database if exists ${database} with (force)`));
  return { ...inject("postgres"), database };
}

/** Creates an empty database for a test of migrations. Call it inside the test. */
export async function emptyDatabase(): Promise<PostgresConnection> {
  const database = `empty_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${database}`);
  onTestFinished(() => administer(`drop database if exists ${database} with (force)`));
  return { ...inject("postgres"), database };
}

/** Copies a migrated database into a data folder: a server starts on it in half the time of a first start. */
export async function prepareDatabase(dataDir: string): Promise<void> {
  await copyDatabase(inject("preparedDir"), dataDir);
}

/** Copies the database of a data folder that is not in use, with its owners and modes. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", join(from, "postgres"), join(to, "postgres")]);
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ ...inject("postgres"), database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
