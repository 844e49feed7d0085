import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { prepareDataFolder } from "../../src/platform/data-folder.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import type { PostgresConnection } from "../../src/platform/postgres/embedded-postgres.ts";
import { connectExternalPostgres } from "../../src/platform/postgres/external-postgres.ts";
import { testDatabase } from "../harness.ts";
import { hashTables, withClient } from "../house/backup/backup-site.ts";
import { dataFolder, launch, slowMachineMs } from "./launch.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const newer = await testDatabase();
const current = await testDatabase();

const urlOf = ({ host, port, user, database }: PostgresConnection) =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;

// Without a server: what the start calls. Its error is printed like that of the first test.
describe("a failed start prints one sentence", () => {
  test("when a setting is invalid", async () => {
    const stderr = 'PORT must be a whole number from 0 to 65535, not "eighty".\n';
    expect(await launch({ DATA_DIR: dataFolder(), PORT: "eighty" }).ended).toEqual({ code: 1, stdout: "", stderr });
  });

  test("when the data folder is a file", () => {
    const path = join(dataFolder(), "data");
    writeFileSync(path, "");
    expect(() => prepareDataFolder(path)).toThrow(/^DATA_DIR: the data folder \S+ cannot be written \(.*\)\.$/);
  });

  test("when the data folder cannot be created", () => {
    const prepare = () => prepareDataFolder("/proc/gatehouse");
    expect(prepare).toThrow(/^DATA_DIR: the data folder \/proc\/gatehouse cannot be written \(.*\)\.$/);
  });

  test("when the external database cannot be reached, without its password", async () => {
    await expect(connectExternalPostgres("postgres://me:hush@127.0.0.1:1/gatehouse")).rejects.toThrow(
      "DATABASE_URL: the database postgres://127.0.0.1:1/gatehouse cannot be reached (connect ECONNREFUSED 127.0.0.1:1).",
    );
  });

  test("OPSYS-2 when the database belongs to a newer version, which stays as it was", async () => {
    await withClient(newer, (client) =>
      client.query("insert into schema_migrations (version, name, checksum) values (9999, '9999-future', 'x')"),
    );
    const before = await withClient(newer, hashTables);
    await expect(migrate(newer)).rejects.toThrow(
      /^The database belongs to a newer Gatehouse version \(.*9999-future.*$/,
    );
    expect(await withClient(newer, hashTables)).toEqual(before);
  });
});

test("an external database replaces the embedded one", async () => {
  const server = launch({ DATA_DIR: dataFolder(), DATABASE_URL: urlOf(current) });
  expect((await fetch(`${await server.ready}/healthz`)).status).toBe(200);
});
