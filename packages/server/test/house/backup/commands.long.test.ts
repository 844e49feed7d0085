import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { markUnfinishedRestore } from "../../../src/platform/unfinished-restore.ts";
import { testDatabase } from "../../harness.ts";
import { dataFolder, launch, slowMachineMs } from "../../start/launch.ts";
import { run } from "./backup-site.ts";

vi.setConfig({ testTimeout: 2 * slowMachineMs, hookTimeout: slowMachineMs });

const backup = "house/backup/backup-command.ts";
const restore = "house/backup/restore-command.ts";
const earlierVersion = join(import.meta.dirname, "../../upgrades/0022.backup");

const filled = await testDatabase();

describe("npm run backup and npm run restore", () => {
  it("OPSYS-1 restore into an empty folder and database only, and only a whole backup", async () => {
    const backups = dataFolder();
    const DATA_DIR = join(backups, "site");
    const restored = await run(restore, [earlierVersion], { DATA_DIR });
    expect(restored, restored.output).toMatchObject({ code: 0 });
    // Without a server, into a folder, and before the database is upgraded.
    const made = await run(backup, [join(backups, "made")], { DATA_DIR });
    expect(made, made.output).toMatchObject({ code: 0 });
    expect(made.output).toContain("It is not encrypted and contains the secret key");
    const [name = ""] = readdirSync(join(backups, "made"));
    expect(name).toMatch(/^gatehouse-\d{8}T\d{6}Z\.tar$/);
    const file = join(backups, "made", name);

    const occupied = await run(restore, [file], { DATA_DIR });
    expect(occupied).toMatchObject({
      code: 1,
      output: expect.stringContaining("A backup is restored into an empty folder only"),
    });

    const damaged = readFileSync(file);
    const at = damaged.indexOf("secret.key") + 520;
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    writeFileSync(join(backups, "damaged.tar"), damaged);
    writeFileSync(join(backups, "short.tar"), damaged.subarray(0, 5_000));
    const target = join(backups, "data");
    const wrongKey = randomBytes(32).toString("base64");
    for (const [env, path, reason] of [
      [{}, join(backups, "damaged.tar"), "The backup is damaged or was changed"],
      [{}, join(backups, "short.tar"), "The backup is incomplete: its end is missing."],
      [{}, join(backups, "none.tar"), "none.tar can't be read (ENOENT"],
      [{ SECRET_KEY: wrongKey }, file, "SECRET_KEY is not the key of this backup"],
    ] as const) {
      const rejected = await run(restore, [path], { DATA_DIR: target, ...env });
      expect(rejected).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
      expect(existsSync(target)).toBe(false);
    }

    const { user, database, host } = filled;
    const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
    expect(await run(restore, [file], { DATA_DIR: target, DATABASE_URL })).toMatchObject({
      code: 1,
      output: expect.stringContaining("DATABASE_URL: the database contains data (table "),
    });
    expect(readdirSync(target)).toEqual([]);

    // A restore that was killed: the server rejects the folder, and the next restore starts again.
    markUnfinishedRestore(target);
    mkdirSync(join(target, "postgres"));
    const rejecting = launch({ DATA_DIR: target });
    expect(await rejecting.ended).toMatchObject({ code: 1, stderr: expect.stringContaining("has not finished") });
    const done = await run(restore, [file], { DATA_DIR: target });
    expect(done, done.output).toMatchObject({ code: 0 });
    expect(readdirSync(target).toSorted()).toEqual(expect.arrayContaining(["postgres", "secret.key"]));
    expect(existsSync(join(target, "restore-unfinished"))).toBe(false);
  });
});
