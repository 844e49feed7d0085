import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { loadSecretKey } from "../../src/platform/security/secret-key.ts";
import { dataFolder, launch, slowMachineMs } from "./launch.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const refusalOf = (path: string, length: number) =>
  `DATA_DIR: the key file ${path} has ${length} bytes instead of 32: restore it from a backup, or delete it to create a new one and then issue new device secrets and enter device passwords again.`;

describe("the key file", () => {
  test.each([
    ["is empty", 0],
    ["is cut short", 7],
    ["is one byte too long", 33],
  ])("SAFE-1 is refused when it %s", (_, length) => {
    const folder = dataFolder();
    const path = join(folder, "secret.key");
    writeFileSync(path, Buffer.alloc(length, 1));
    expect(() => loadSecretKey(undefined, folder)).toThrow(refusalOf(path, length));
    expect(readFileSync(path)).toHaveLength(length);
  });

  test("SAFE-1 prevents the start when it is damaged", async () => {
    const DATA_DIR = dataFolder();
    const path = join(DATA_DIR, "secret.key");
    writeFileSync(path, Buffer.alloc(7, 1));
    expect(await launch({ DATA_DIR }).ended).toEqual({ code: 1, stdout: "", stderr: `${refusalOf(path, 7)}\n` });
    expect(existsSync(join(DATA_DIR, "postgres"))).toBe(false);
  });

  test("SAFE-1 is created atomically once and reused", () => {
    const folder = dataFolder();
    const first = loadSecretKey(undefined, folder).derive("test");
    expect(readFileSync(join(folder, "secret.key"))).toHaveLength(32);
    expect(loadSecretKey(undefined, folder).derive("test")).toEqual(first);
    expect(readdirSync(folder)).toEqual(["secret.key"]);
  });
});
