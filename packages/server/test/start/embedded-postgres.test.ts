import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../src/platform/postgres/embedded-postgres.ts";
import { quietLog } from "../harness.ts";
import { slowMachineMs } from "./launch.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

// A private folder whose path is too long for a socket: PostgreSQL must still run there, also for root.
const closed = mkdtempSync(join(tmpdir(), "gatehouse-start-"));
const dataDir = join(closed, "a-long-name".repeat(10), "data");
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  postgres = await startEmbeddedPostgres({ dataDir, log: quietLog });
});

afterAll(async () => {
  await postgres.stop();
  await rm(closed, { recursive: true, force: true });
});

async function ask(sql: string): Promise<unknown> {
  const client = new Client(postgres.connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

describe("the embedded PostgreSQL", () => {
  test.each([
    ["server_version_num", /^18/],
    ["listen_addresses", /^$/],
    ["fsync", /^on$/],
    ["synchronous_commit", /^on$/],
    ["server_encoding", /^UTF8$/],
    ["timezone", /^UTC$/i],
  ])("runs with %s as %s", async (name, value) => {
    expect(await ask(`select current_setting('${name}')`)).toMatch(value);
  });

  test("has a private folder", async () => {
    expect(await ask("select current_setting('data_directory_mode')")).toBe("0700");
  });

  test("runs in its own process group, which Ctrl-C does not reach", () => {
    const group = readFileSync(`/proc/${postgres.pid()}/stat`, "utf8").split(" ")[4];
    expect(Number(group)).toBe(postgres.pid());
  });

  test("rejects a second server on its folder", async () => {
    await expect(startEmbeddedPostgres({ dataDir, log: quietLog })).rejects.toThrow(
      `is in use by another Gatehouse (process ${process.pid})`,
    );
  });

  test("is restarted after it was killed, with all committed data", async () => {
    await ask("create table kept as select 42 as answer");
    process.kill(postgres.pid() ?? 0, "SIGKILL");
    await vi.waitFor(async () => expect(await ask("select answer from kept")).toBe(42), {
      timeout: slowMachineMs / 2,
      interval: 50,
    });
  });
});

describe("a folder that this version cannot open", () => {
  test("is refused with a message that names both PostgreSQL versions", async () => {
    const other = mkdtempSync(join(tmpdir(), "gatehouse-start-"));
    onTestFinished(() => rm(other, { recursive: true, force: true }));
    mkdirSync(join(other, "postgres"), { mode: 0o700 });
    writeFileSync(join(other, "postgres", "PG_VERSION"), "17\n");
    await expect(startEmbeddedPostgres({ dataDir: other, log: quietLog })).rejects.toThrow(
      /was created by PostgreSQL 17 and this Gatehouse uses PostgreSQL 18/,
    );
  });
});
