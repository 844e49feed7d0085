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

const copy = mkdtempSync(join(tmpdir(), "gatehouse-new-"));

/** The checkout as it lies on disk; packages from npm are linked, our own are those of the copy. */
function copyRepository(): void {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", list, { cwd: repositoryRoot, encoding: "utf8" }).trim().split("\n");
  for (const file of files.filter((path) => existsSync(join(repositoryRoot, path)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(repositoryRoot, file), join(copy, file));
  }
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@gatehouse"), { recursive: true });
  for (const name of readdirSync(join(repositoryRoot, "node_modules"))) {
    if (name !== "@gatehouse") symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(copy, "packages"))) {
    symlinkSync(join(copy, "packages", name), join(modules, "@gatehouse", name));
  }
  // What `npm install` leaves behind, so that no script installs anew.
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

/** What a check says when it is not content. */
function complaints(...args: string[]): string {
  const { status, output } = run(...args);
  return status === 0 ? "" : output;
}

const scaffold = (...args: string[]) => run("scripts/new/new.ts", ...args);

describe("npm run new", { timeout: 120_000 }, () => {
  beforeAll(copyRepository);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each([
    ["without anything", [], "npm run new entity|vendor|report|module NAME"],
    ["an unknown kind", ["page", "rain"], "npm run new entity|vendor|report|module NAME"],
    ["a name with capitals", ["entity", "ParkingArea"], '"ParkingArea" is not a name like "parking-area"'],
    ["a name that leads elsewhere", ["entity", "../rain"], '"../rain" is not a name like "parking-area"'],
    ["a word of the language", ["vendor", "default"], '"default" is a word of the language'],
    ["a name that exists", ["vendor", "bosch"], "packages/contract/src/vendors/bosch.ts exists already"],
  ])("refuses %s", (_, args, sentence) => {
    expect(scaffold(...args)).toEqual({ status: 1, output: expect.stringContaining(sentence) });
  });

  it("writes an entity, a vendor, a report type and a module", () => {
    expect(scaffold("entity", "parking-area").output).toContain("packages/contract/src/entities/parking-area/");
    expect(scaffold("vendor", "acme-vision").output).toContain("packages/drivers/src/ai-devices/acme-vision.ts");
    expect(scaffold("report", "daily-totals").output).toContain("packages/server/src/reports/daily-totals.ts");
    expect(scaffold("module", "valet").output).toContain("packages/engine/src/valet/valet.ts");
  });

  it.each([
    ["format and lint", ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "."]],
    ["types", ["node_modules/typescript/bin/tsc", "-b"]],
    ["arrows", ["scripts/checks/arrows.ts"]],
    ["dead code", ["node_modules/knip/bin/knip.js"]],
  ])("and what it wrote passes the check of %s", (_, args) => {
    expect(complaints(...args)).toBe("");
  });
});
