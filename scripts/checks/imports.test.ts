import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { repositoryRoot } from "../source/files.ts";
import { checkImports, consoleRooms } from "./imports.ts";

function broken(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkImports(sources).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

/** Lints files with the settings of the repository; the pattern finds the path and the line of an error. */
function lint(files: Record<string, string>, error: RegExp): string[] {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-biome-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = ["biome.json", "biome.rooms.json", "scripts/import-rules/pure.grit"];
  const copies = settings.map((path): [string, string] => [path, readFileSync(join(repositoryRoot, path), "utf8")]);
  for (const [path, text] of [...copies, ...Object.entries(files)]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const biome = join(repositoryRoot, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--vcs-enabled=false", "--reporter=github"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return [...stdout.matchAll(error)].map(([, path, line]) => `${path}:${line}`);
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
    [`${page}/screens/frame.tsx`, "../gate/displays-card.tsx"],
    [`${page}/api/client.ts`, "../forms/field.tsx"],
    [`${page}/forms/field.tsx`, "../gate/lane-form.tsx"],
    [`${page}/gate/site/lane-form.tsx`, "../../app/router.tsx"],
    [`${contract}/fields/port.ts`, "../entities/lane.ts"],
    [`${contract}/errors.ts`, "./entities/lane.ts"],
    [`${engine}/access/decide.ts`, "../counting/count.ts"],
    [`${server}/platform/http.ts`, "../../test/database.ts"],
  ])("%s may not import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 folder-import`]);
  });

  it.each([
    [`${page}/forms/field.tsx`, "../api/client.ts"],
    [`${page}/app/router.tsx`, "../gate/site/lane-list.tsx"],
    [`${page}/gate/site/lane-list.tsx`, "../../record/events-link.tsx"],
    [`${server}/main.ts`, "./intake/ingest.ts"],
    [`${contract}/entities/lane.ts`, "../fields/port.ts"],
  ])("%s may import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([]);
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

/** The imports that Biome's rules for rooms reject, as path and line. */
function rejected(source: string, imports: Record<string, string[]>): string[] {
  const files = Object.entries(imports).map(([path, specifiers]) => [
    `${source}/${path}`,
    specifiers.map((specifier) => `export * from "${specifier}";\n`).join(""),
  ]);
  return lint(
    Object.fromEntries(files),
    /title=lint\/style\/noRestrictedImports,file=\S*?(?:server|console)\/src\/([^,]+),line=(\d+)/g,
  );
}

describe("rooms", () => {
  it.each([server, page])("import downwards in %s, and only the files beside a README", (source) => {
    const imports = {
      "gate/site/a.ts": [
        "../../record/events/a.ts",
        "../../intake/a.ts",
        "../../access/rules/a.ts",
        "../../access/a.ts",
      ],
      "gate/b.ts": ["./site/a.ts", "../platform/http/a.ts", "../platform/a.ts", "@gatehouse/engine/access/decide"],
      "house/c.ts": ["../alert/a.ts", "./audit/a.ts", "../ui/fonts/d.ts"],
      "main.ts": ["./record/events/d.ts"],
      "app/shell/f.ts": ["../../record/events/a.ts"],
    };
    expect(rejected(source, imports)).toEqual([
      "gate/site/a.ts:1",
      "gate/site/a.ts:2",
      "gate/site/a.ts:3",
      "house/c.ts:1",
    ]);
  });

  it("don't let platform import a room", () => {
    const imports = { "platform/http/c.ts": ["../../house/c.ts", "../settings.ts"] };
    expect(rejected(server, imports)).toEqual(["platform/http/c.ts:1"]);
  });

  const serverRooms = readdirSync(join(repositoryRoot, server), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "migrations")
    .map(({ name }) => `${server}/${name}`);
  it.each([...serverRooms, ...consoleRooms.map((room) => `${page}/${room}`)])(
    "%s has a README of at most 20 lines that describes its folders",
    (room) => {
      const text = readFileSync(join(repositoryRoot, room, "README.md"), "utf8");
      const folders = readdirSync(join(repositoryRoot, room), { withFileTypes: true }).filter((e) => e.isDirectory());
      expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
      expect(folders.filter(({ name }) => !text.includes(`\`${name}/\``)).map(({ name }) => name)).toEqual([]);
    },
  );
});

it.each(["engine", "console", "simulator"])("the README of %s describes its folders", (name) => {
  const folders = readdirSync(join(repositoryRoot, "packages", name, "src"), { withFileTypes: true });
  const text = readFileSync(join(repositoryRoot, "packages", name, "README.md"), "utf8");
  const missing = folders.filter((entry) => entry.isDirectory() && !text.includes(`\`${entry.name}/\``));
  expect(missing.map((entry) => entry.name)).toEqual([]);
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
    const impure = ["Date.now()", "new Date()", "Temporal.Now.instant()", "Math.random()", "fetch(url)", "process.env"];
    const pure = ["new Date(now)", '"Date.now()"', "clock.fetch(now)"];
    const code = [...impure, ...pure].map((line, index) => `export const a${index} = ${line};\n`).join("");
    const files = { [`${engine}/a.ts`]: code, [`${server}/a.ts`]: "export const a = Date.now();\n" };
    const found = lint(files, /title=plugin,file=\S*?(packages\/[^,]+),line=(\d+)/g);
    expect(found).toEqual(impure.map((_, index) => `${engine}/a.ts:${index + 1}`));
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
