import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../source/files.ts";

// The checks and the generated tests run once, in one copy of the repository that contains every kind of scaffold.
const copy = mkdtempSync(join(tmpdir(), "gatehouse-new-"));

// A type check without its cache is slow on a busy machine.
const timeoutMs = 600_000;

/** Copies the files on disk; npm packages are linked, the workspace packages point to the copy. */
function copyRepository(): void {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", list, { cwd: repositoryRoot, encoding: "utf8" }).trim().split("\n");
  for (const file of files.filter((path) => existsSync(join(repositoryRoot, path)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(repositoryRoot, file), join(copy, file));
  }
  // The cache of the type check, where there is one.
  if (existsSync(join(repositoryRoot, ".tsc")))
    cpSync(join(repositoryRoot, ".tsc"), join(copy, ".tsc"), { recursive: true });
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@gatehouse"), { recursive: true });
  for (const name of readdirSync(join(repositoryRoot, "node_modules"))) {
    if (name !== "@gatehouse") symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(copy, "packages"))) {
    symlinkSync(join(copy, "packages", name), join(modules, "@gatehouse", name));
  }
  // Marks the dependencies as installed, see scripts/install.mjs.
  const record = join(modules, ".gatehouse-install");
  rmSync(record, { force: true });
  writeFileSync(
    record,
    createHash("sha256")
      .update(readFileSync(join(copy, "package-lock.json")))
      .digest("hex"),
  );
}

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

const scaffold = (...args: string[]) => run("scripts/new/new.ts", ...args);
const success = { status: 0, output: expect.any(String) };

describe("npm run new", { timeout: timeoutMs }, () => {
  const written: string[] = [];

  beforeAll(copyRepository, timeoutMs);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const usage = "npm run new entity|vendor|report|module|relay-driver|sign-driver|plate-feed NAME";
  it.each([
    ["no arguments", [], usage],
    ["an unknown kind", ["page", "rain"], usage],
    ["more than one name", ["entity", "rain", "snow"], usage],
    ["a name with capitals", ["entity", "ParkingArea"], '"ParkingArea" is not a valid name.'],
    ["a path as name", ["entity", "../rain"], '"../rain" is not a valid name.'],
    ["a reserved word", ["vendor", "default"], '"default" is a reserved word.'],
    ["a name that exists", ["vendor", "bosch"], 'already has the vendor "bosch"'],
    ["a driver that exists", ["relay-driver", "http-rpc"], "packages/drivers/src/relays/http-rpc.ts already exists."],
  ])("rejects %s", (_, args, message) => {
    expect(scaffold(...args)).toEqual({ status: 1, output: expect.stringContaining(message) });
  });

  it.each([
    ["entity", "parking-area", "packages/server/src/parking-areas/parking-area.routes.ts"],
    ["vendor", "acme-vision", "packages/drivers/src/ai-devices/acme-vision.ts"],
    ["report", "daily-totals", "packages/server/src/reports/daily-totals.ts"],
    ["module", "valet", "packages/engine/src/valet/valet.ts"],
    ["relay-driver", "acme-relay", "packages/drivers/src/relays/acme-relay.ts"],
    ["sign-driver", "acme-sign", "packages/drivers/src/signs/acme-sign.ts"],
    ["plate-feed", "acme-anpr", "packages/drivers/src/plate-feeds/acme-anpr.ts"],
  ])("creates a new %s", (kind, name, file) => {
    const { status, output } = scaffold(kind, name);
    const files = [...output.matchAll(/^ {2}(\S+)$/gm)].map((match) => match[1] ?? "");
    written.push(...files);
    expect({ status, output, files }).toEqual({ ...success, files: expect.arrayContaining([file]) });
  });

  it("creates files that pass npm run check", () => {
    expect(run("scripts/check.mjs")).toEqual(success);
  });

  it("creates tests that pass, and leaves the tests of the registries passing", () => {
    const registryTests = [
      "packages/drivers/test/relays/registry.test.ts",
      "packages/drivers/test/plate-feeds/registry.test.ts",
      "packages/simulator/test/feeds",
    ];
    const tests = written.filter((path) => path.endsWith(".test.ts"));
    expect(tests).toHaveLength(7);
    expect(run("node_modules/vitest/vitest.mjs", "run", ...tests, ...registryTests)).toEqual(success);
  });
});
