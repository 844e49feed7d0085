import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { repositoryRoot } from "../source/files.ts";
import { checkImports, rules } from "./imports.ts";

function broken(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkImports(sources).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

const contract = "packages/contract/src";
const engine = "packages/engine/src";
const server = "packages/server/src";
const page = "packages/console/src";

describe("imports between packages", () => {
  it.each([
    ["packages/engine/src/a.ts", "@gatehouse/server/main"],
    ["packages/drivers/src/a.ts", "@gatehouse/engine/access/decide"],
    ["packages/console/src/app/a.ts", "@gatehouse/server/main"],
    ["packages/simulator/src/a.ts", "@gatehouse/engine/access/decide"],
    ["packages/server/src/main.ts", "@gatehouse/simulator/world"],
    ["packages/e2e/src/a.spec.ts", "@gatehouse/server/main"],
    ["packages/e2e/src/a.spec.ts", "../../console/src/app/router.ts"],
    ["packages/contract/src/a.ts", "@gatehouse/engine/access/decide"],
    ["packages/server/src/main.ts", "../../../vitest.config.ts"],
    ["packages/server/src/main.ts", "../../console/package.json"],
    ["bench/a.ts", "@gatehouse/e2e/a"],
  ])("%s may not import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 package-import`]);
  });

  it.each([
    ["packages/server/src/main.ts", "@gatehouse/engine/access/decide"],
    ["packages/server/src/main.ts", "../../../package.json"],
    ["packages/server/src/platform/version.ts", "../../package.json"],
    ["packages/simulator/src/a.ts", "@gatehouse/drivers/registry"],
    ["packages/e2e/src/a.spec.ts", "@gatehouse/contract/errors"],
    ["bench/a.ts", "@gatehouse/server/main"],
  ])("%s may import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([]);
  });

  it("applies to type-only imports", () => {
    const path = `${engine}/access/decide.ts`;
    expect(broken({ [path]: 'import type { App } from "@gatehouse/server/main";' })).toEqual([
      `${path}:1 package-import`,
    ]);
  });
});

describe("imports inside a package", () => {
  it.each([
    [`${page}/ui/pager.tsx`, "../forms/field.tsx"],
    [`${page}/ui/pager.tsx`, "../access/plate.tsx"],
    [`${page}/access/plate.tsx`, "../entities/gate/gate-list.tsx"],
    [`${page}/api/client.ts`, "../forms/field.tsx"],
    [`${page}/forms/field.tsx`, "../entities/lane/lane-form.tsx"],
    [`${page}/entities/lane/lane-form.tsx`, "../../modules/osd/page.tsx"],
    [`${page}/modules/osd/page.tsx`, "../../app/router.tsx"],
    [`${server}/platform/http.ts`, "../resources/routes.ts"],
    [`${server}/resources/routes.ts`, "../site/lane.routes.ts"],
    [`${server}/site/lane.routes.ts`, "../ingest/ingest.ts"],
    [`${server}/ingest/ingest.ts`, "../hardware/lamps.ts"],
    [`${server}/hardware/lamps.ts`, "../ingest/ingest.ts"],
    [`${server}/reports/fare.ts`, "../site/lane.routes.ts"],
    [`${server}/ingest/ingest.ts`, "../main.ts"],
    [`${contract}/fields/port.ts`, "../entities/lane.ts"],
    [`${contract}/errors.ts`, "./entities/lane.ts"],
    [`${engine}/access/decide.ts`, "../counting/count.ts"],
    [`${server}/platform/http.ts`, "../../test/database.ts"],
  ])("%s may not import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 folder-import`]);
  });

  it.each([
    [`${page}/forms/field.tsx`, "../api/client.ts"],
    [`${page}/app/router.tsx`, "../entities/lane/lane-list.tsx"],
    [`${server}/main.ts`, "./ingest/ingest.ts"],
    [`${server}/site/lane.test.ts`, "../main.ts"],
    [`${contract}/entities/lane.ts`, "../fields/port.ts"],
  ])("%s may import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([]);
  });

  it.each([
    [`${page}/entities/lane/lane-form.tsx`, "../gate/gate-form.tsx"],
    [`${page}/entities/lane/lane-list.tsx`, "../gate/gate-list.tsx"],
    [`${page}/modules/osd/page.tsx`, "../epld/page.tsx"],
  ])("%s may not import its sibling %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 subfolder-import`]);
  });

  it.each([
    [`${page}/widgets/clock.tsx`],
    [`${page}/jobs/nightly.ts`],
    [`${contract}/rules/port.ts`],
    ["packages/weather/src/rain.ts"],
    ["packages/server/tools/dump.ts"],
  ])("%s is in an unknown folder", (path) => {
    expect(broken({ [path]: "" })).toEqual([`${path}:1 unknown-folder`]);
  });

  it("isolates a new folder of the engine without a rule of its own", () => {
    const path = `${engine}/weather/rain.ts`;
    expect(broken({ [path]: 'import "../access/decide.ts";' })).toEqual([`${path}:1 folder-import`]);
  });
});

describe("a new feature of the server", () => {
  const path = `${server}/weather/rain.routes.ts`;

  it("may import what every feature may import", () => {
    expect(broken({ [path]: 'import "../resources/resource.ts";\nimport "../platform/clock.ts";' })).toEqual([]);
  });

  it("may not import another feature", () => {
    expect(broken({ [path]: 'import "../site/lane.routes.ts";' })).toEqual([`${path}:1 folder-import`]);
  });
});

describe("docs/architecture.md", () => {
  const rows = readFileSync(join(repositoryRoot, "docs/architecture.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const names = (cell: string) => [...cell.matchAll(/`([a-z-]+)`/g)].map((match) => match[1] ?? "");
  const withoutPlatform = (folders: readonly string[]) => folders.filter((name) => name !== "platform").toSorted();

  it("lists the allowed imports of every server feature", () => {
    const start = rows.findIndex(([, first]) => first === "Feature") + 2;
    const table = rows.slice(start, start + rows.slice(start).findIndex(([, first]) => first === undefined));
    const documented = table.map(([, feature = "", imports = ""]) => [
      names(feature)[0] ?? "*",
      withoutPlatform(names(imports)),
    ]);
    const notFeatures = ["platform", "resources", "generate", "*.ts"];
    const declared = Object.entries(rules.server?.folders ?? {})
      .filter(([name]) => !notFeatures.includes(name))
      .map(([name, allowed]) => [name, withoutPlatform([...allowed])]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared));
  });

  it.each(["server", "engine", "console", "simulator"])("describes every folder of packages/%s/src", (name) => {
    const folders = readdirSync(join(repositoryRoot, "packages", name, "src"), { withFileTypes: true });
    const text = rows.map(([, first = ""]) => first).join("\n");
    const missing = folders.filter((entry) => entry.isDirectory() && !text.includes(`\`${entry.name}/\``));
    expect(missing.map((entry) => entry.name)).toEqual([]);
  });
});

describe("pure packages", () => {
  it.each([
    [`${contract}/fields/port.ts`, "node:fs"],
    [`${contract}/fields/port.ts`, "kysely"],
    [`${engine}/access/decide.ts`, "node:crypto"],
    [`${engine}/access/decide.ts`, "zod"],
  ])("%s may not import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 npm-package`]);
  });

  it("may not use the clock, random numbers or I/O", () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-biome-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const impure = ["Date.now()", "new Date()", "Temporal.Now.instant()", "Math.random()", "fetch(url)", "process.env"];
    const pure = ["new Date(now)", '"Date.now()"', "clock.fetch(now)"];
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const ruleFile = "scripts/import-rules/pure.grit";
    for (const path of ["biome.json", ruleFile]) write(path, readFileSync(join(repositoryRoot, path), "utf8"));
    write(`${engine}/a.ts`, [...impure, ...pure].map((code, index) => `export const a${index} = ${code};\n`).join(""));
    write(`${server}/a.ts`, "export const a = Date.now();\n");
    const biome = join(repositoryRoot, "node_modules/@biomejs/biome/bin/biome");
    const args = [biome, "lint", "--vcs-enabled=false", "--reporter=github"];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    const found = [...stdout.matchAll(/title=plugin,file=\S*?(packages\/[^,]+),line=(\d+)/g)];
    expect(found.map(([, path, line]) => `${path}:${line}`)).toEqual(
      impure.map((_, index) => `${engine}/a.ts:${index + 1}`),
    );
  });

  it("don't restrict the imports of their tests", () => {
    expect(broken({ [`${engine}/access/decide.test.ts`]: 'import "node:fs";' })).toEqual([]);
  });
});

describe("import cycles", () => {
  it("finds files that import each other", () => {
    const files = { [`${page}/ui/a.ts`]: 'import "./b.ts";', [`${page}/ui/b.ts`]: '\nimport "./a.ts";' };
    expect(broken(files)).toEqual([`${page}/ui/b.ts:2 cycle`]);
  });

  it("finds a cycle through a third file and a lazy import", () => {
    const files = {
      [`${page}/ui/a.ts`]: 'import "./b.ts";',
      [`${page}/ui/b.ts`]: 'import("./c.ts");',
      [`${page}/ui/c.ts`]: 'import "./a.ts";',
    };
    expect(broken(files)).toEqual([`${page}/ui/c.ts:1 cycle`]);
  });

  it.each([
    ["one type-only import", 'import "./b.ts";', 'import type { A } from "./a.ts";'],
    ["type-only imports alone", 'import type { B } from "./b.ts";', 'import type { A } from "./a.ts";'],
    ["an import type", 'import type { B } from "./b.ts";', 'type A = import("./a.ts").A;'],
    ["a type-only re-export", 'import "./b.ts";', 'export type { A } from "./a.ts";'],
  ])("finds a cycle through %s", (_, a, b) => {
    expect(broken({ [`${page}/ui/a.ts`]: a, [`${page}/ui/b.ts`]: b })).toEqual([`${page}/ui/b.ts:1 cycle`]);
  });

  it("accepts types that two files share through a third", () => {
    const files = {
      [`${page}/ui/a.ts`]: 'import "./b.ts";\nimport type { C } from "./c.ts";',
      [`${page}/ui/b.ts`]: 'import type { C } from "./c.ts";',
      [`${page}/ui/c.ts`]: "export interface C {}",
    };
    expect(broken(files)).toEqual([]);
  });
});

describe("file names", () => {
  it.each([
    [`${page}/ui/utils.ts`, "file-name"],
    [`${page}/ui/helpers/pager.ts`, "file-name"],
    [`${server}/platform/misc.test.ts`, "file-name"],
    [`${server}/platform/common.ts`, "file-name"],
    [`${page}/ui/index.ts`, "barrel"],
  ])("rejects %s", (path, rule) => {
    expect(broken({ [path]: "" })).toEqual([`${path}:1 ${rule}`]);
  });

  it("accepts the entry file of a package", () => {
    expect(broken({ [`${contract}/index.ts`]: "" })).toEqual([]);
  });
});
