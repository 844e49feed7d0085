import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import type { PostgresConnection } from "../../src/platform/postgres/embedded-postgres.ts";
import { emptyDatabase, testDatabase } from "../harness.ts";

const migrated = await testDatabase();
let folder: string;
let connection: PostgresConnection;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-migrations-"));
  connection = await emptyDatabase();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, sql: string) => writeFileSync(join(folder, `${name}.sql`), sql);

async function ask(sql: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("migrations", () => {
  test("are applied in order, once", async () => {
    write("0002-fill", "insert into lamps values (1)");
    write("0001-lamps", "create table lamps (id integer); create index on lamps (id);");
    expect(await migrate(connection, folder)).toEqual(["0001-lamps", "0002-fill"]);
    expect(await migrate(connection, folder)).toEqual([]);
    expect(await ask("select id from lamps")).toEqual([{ id: 1 }]);
    expect(await ask('select version, name from schema_migrations where "appliedAt" <= now() order by 1')).toEqual([
      { version: 1, name: "0001-lamps" },
      { version: 2, name: "0002-fill" },
    ]);
  });

  test("are applied once by two servers that start together", async () => {
    write("0001-lamps", "create table lamps (id integer)");
    const both = await Promise.all([migrate(connection, folder), migrate(connection, folder)]);
    expect(both.flat()).toEqual(["0001-lamps"]);
  });

  test("OPSYS-2 that fail are rolled back and named, with those before them", async () => {
    write("0001-lamps", "create table lamps (id integer)");
    await migrate(connection, folder);
    write("0002-fill", "insert into lamps values (1)");
    write("0003-signs", "create table signs (id integer); select wrong;");
    await expect(migrate(connection, folder)).rejects.toThrow(
      /^The migration 0003-signs failed and was undone; the database is unchanged \(.*wrong/,
    );
    expect(await ask("select to_regclass('signs') as signs, (select count(*)::integer from lamps) as lamps")).toEqual([
      { signs: null, lamps: 0 },
    ]);
    expect(await ask("select name from schema_migrations")).toEqual([{ name: "0001-lamps" }]);
    rmSync(join(folder, "0002-fill.sql"));
    rmSync(join(folder, "0003-signs.sql"));
    expect(await migrate(connection, folder), "the earlier version still opens it").toEqual([]);
  });

  test("of a newer version are refused with a message", async () => {
    write("0001-lamps", "create table lamps (id integer)");
    await migrate(connection, folder);
    await ask("insert into schema_migrations (version, name, checksum) values (9, '0009-future', 'x')");
    await expect(migrate(connection, folder)).rejects.toThrow(
      /^The database belongs to a newer Gatehouse version \(it has the migration 0009-future,/,
    );
  });

  test("that were changed after they were applied are refused", async () => {
    write("0001-lamps", "create table lamps (id integer)");
    await migrate(connection, folder);
    write("0001-lamps", "create table lamps (id bigint)");
    await expect(migrate(connection, folder)).rejects.toThrow(/^The migration 0001-lamps was changed after/);
  });

  test("keep their checksum with other line endings", async () => {
    write("0001-lamps", "create table\nlamps (id integer)");
    await migrate(connection, folder);
    write("0001-lamps", "create table\r\nlamps (id integer)");
    expect(await migrate(connection, folder)).toEqual([]);
  });

  test("are all applied to a test database", async () => {
    expect(await migrate(migrated)).toEqual([]);
  });
});
