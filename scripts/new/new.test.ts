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

// A cold type check on a busy machine takes its time.
const patienceMs = 300_000;

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

/** The files that a check complains about, whatever the line. */
function complaints(...args: string[]): string[] {
  const lines = run(...args)
    .output.split("\n")
    .filter((line) => /\.tsx?\b/.test(line));
  return lines.map((line) => line.replaceAll(/:\d+/g, "").replaceAll(/\s+/g, " ").trim());
}

const scaffold = (...args: string[]) => run("scripts/new/new.ts", ...args);

describe("npm run new", { timeout: patienceMs }, () => {
  const arrows = ["scripts/checks/arrows.ts"];
  const deadCode = ["node_modules/knip/bin/knip.js"];
  // Work in progress elsewhere in the checkout is not the scaffolder's fault.
  const before = new Set<string>();
  let written: string[] = [];

  beforeAll(() => {
    copyRepository();
    for (const complaint of [...complaints(...arrows), ...complaints(...deadCode)]) before.add(complaint);
  }, patienceMs);
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
    const output = [
      scaffold("entity", "parking-area").output,
      scaffold("vendor", "acme-vision").output,
      scaffold("report", "daily-totals").output,
      scaffold("module", "valet").output,
    ].join("\n");
    written = [...output.matchAll(/^ {2}(\S+)$/gm)].map((match) => match[1] ?? "");
    expect(written).toEqual(
      expect.arrayContaining([
        "packages/contract/src/entities/parking-area/parking-area.schema.ts",
        "packages/drivers/src/ai-devices/acme-vision.ts",
        "packages/server/src/reports/daily-totals.ts",
        "packages/engine/src/valet/valet.ts",
      ]),
    );
  });

  it("and what it wrote is formatted and linted", () => {
    const { status, output } = run("node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", ...written);
    expect({ status, output }).toEqual({ status: 0, output: expect.any(String) });
  });

  it("and its types fit", () => {
    expect(run("node_modules/typescript/bin/tsc", "-b")).toEqual({ status: 0, output: "" });
  });

  it.each([
    ["arrows", arrows],
    ["dead code", deadCode],
  ])("and it gives the check of %s nothing new to say", (_, args) => {
    expect(complaints(...args).filter((complaint) => !before.has(complaint))).toEqual([]);
  });
});
