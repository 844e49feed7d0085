import { describe, expect, it } from "vitest";
import { checkArrows } from "./arrows.ts";

function broken(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkArrows(sources).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

const contract = "packages/contract/src";
const engine = "packages/engine/src";
const server = "packages/server/src";
const page = "packages/console/src";

describe("package arrows", () => {
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
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 package-arrow`]);
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

  it("holds for types too", () => {
    const path = `${engine}/access/decide.ts`;
    expect(broken({ [path]: 'import type { App } from "@gatehouse/server/main";' })).toEqual([
      `${path}:1 package-arrow`,
    ]);
  });
});

describe("arrows inside a package", () => {
  it.each([
    [`${page}/ui/pager.tsx`, "../forms/field.tsx"],
    [`${page}/ui/pager.tsx`, "../access/plate.tsx"],
    [`${page}/access/plate.tsx`, "../entities/gate/gate-list.tsx"],
    [`${page}/api/client.ts`, "../forms/field.tsx"],
    [`${page}/forms/field.tsx`, "../entities/lane/lane-form.tsx"],
    [`${page}/entities/lane/lane-form.tsx`, "../../modules/osd/page.tsx"],
    [`${page}/modules/osd/page.tsx`, "../../app/router.tsx"],
    [`${server}/platform/http.ts`, "../resources/routes.ts"],
    [`${server}/resources/routes.ts`, "../entities/lane/lane.store.ts"],
    [`${server}/entities/lane/lane.store.ts`, "../../live/ingest.ts"],
    [`${server}/reports/fare.ts`, "../entities/lane/lane.store.ts"],
    [`${server}/live/ingest.ts`, "../main.ts"],
    [`${contract}/fields/port.ts`, "../entities/lane/lane.schema.ts"],
    [`${contract}/errors.ts`, "./entities/lane/lane.schema.ts"],
    [`${engine}/access/decide.ts`, "../counting/count.ts"],
    [`${server}/platform/http.ts`, "../../test/database.ts"],
  ])("%s may not import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 room-arrow`]);
  });

  it.each([
    [`${page}/forms/field.tsx`, "../api/client.ts"],
    [`${page}/app/router.tsx`, "../entities/lane/lane-list.tsx"],
    [`${server}/main.ts`, "./live/ingest.ts"],
    [`${server}/entities/lane/lane.test.ts`, "../../main.ts"],
    [`${contract}/entities/lane/lane.schema.ts`, "../../fields/port.ts"],
  ])("%s may import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([]);
  });

  it.each([
    [`${page}/entities/lane/lane-form.tsx`, "../gate/gate-form.tsx"],
    [`${server}/entities/lane/lane.store.ts`, "../gate/gate.store.ts"],
    [`${contract}/entities/lane/lane.schema.ts`, "../gate/gate.schema.ts"],
    [`${page}/modules/osd/page.tsx`, "../epld/page.tsx"],
  ])("%s does not know its neighbour %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 cell`]);
  });

  it.each([
    [`${page}/widgets/clock.tsx`],
    [`${server}/jobs/nightly.ts`],
    [`${contract}/rules/port.ts`],
    ["packages/weather/src/rain.ts"],
    ["packages/server/tools/dump.ts"],
  ])("%s stands in a room that the table does not name", (path) => {
    expect(broken({ [path]: "" })).toEqual([`${path}:1 unknown-room`]);
  });

  it("fences a new room of the engine without naming it", () => {
    const path = `${engine}/weather/rain.ts`;
    expect(broken({ [path]: 'import "../access/decide.ts";' })).toEqual([`${path}:1 room-arrow`]);
  });
});

describe("packages without input and output", () => {
  it.each([
    [`${contract}/fields/port.ts`, "node:fs"],
    [`${contract}/fields/port.ts`, "kysely"],
    [`${engine}/access/decide.ts`, "node:crypto"],
    [`${engine}/access/decide.ts`, "zod"],
  ])("%s may not import %s", (path, specifier) => {
    expect(broken({ [path]: `import "${specifier}";` })).toEqual([`${path}:1 outside`]);
  });

  it.each([["Date.now()"], ["new Date()"], ["Math.random()"], ["fetch(url)"], ["process.env"]])(
    "the engine may not say %s",
    (code) => {
      const path = `${engine}/access/decide.ts`;
      expect(broken({ [path]: `const now = ${code};` })).toEqual([`${path}:1 pure`]);
    },
  );

  it.each([["new Date(now)"], ['"Date.now()"'], ["clock.fetch(now)"]])("the engine may say %s", (code) => {
    expect(broken({ [`${engine}/access/decide.ts`]: `const at = ${code};` })).toEqual([]);
  });

  it("lets their tests use what they need", () => {
    expect(broken({ [`${engine}/access/decide.test.ts`]: 'import "node:fs";\nDate.now();' })).toEqual([]);
  });
});

describe("circles", () => {
  it("finds files that import each other", () => {
    const files = { [`${page}/ui/a.ts`]: 'import "./b.ts";', [`${page}/ui/b.ts`]: '\nimport "./a.ts";' };
    expect(broken(files)).toEqual([`${page}/ui/b.ts:2 circle`]);
  });

  it("finds a circle through a third file and through a lazy import", () => {
    const files = {
      [`${page}/ui/a.ts`]: 'import "./b.ts";',
      [`${page}/ui/b.ts`]: 'import("./c.ts");',
      [`${page}/ui/c.ts`]: 'import "./a.ts";',
    };
    expect(broken(files)).toEqual([`${page}/ui/c.ts:1 circle`]);
  });

  it("does not count types", () => {
    const files = { [`${page}/ui/a.ts`]: 'import "./b.ts";', [`${page}/ui/b.ts`]: 'import type { A } from "./a.ts";' };
    expect(broken(files)).toEqual([]);
  });
});

describe("the weight of sign-in", () => {
  const schema = { [`${contract}/fields/port.ts`]: 'import * as z from "zod";', [`${contract}/limits.ts`]: "" };
  const through = { ...schema, [`${contract}/paths.ts`]: 'import "./fields/port.ts";' };

  it.each(["app", "ui", "api"])("%s may not load a contract file that loads zod", (room) => {
    const path = `${page}/${room}/a.ts`;
    expect(broken({ ...through, [path]: 'import "@gatehouse/contract/paths";' })).toEqual([`${path}:1 sign-in-weight`]);
  });

  it.each([
    ["app", 'import type { Paths } from "@gatehouse/contract/paths";'],
    ["app", 'import "@gatehouse/contract/limits";'],
    ["app", 'import("@gatehouse/contract/paths");'],
    ["forms", 'import "@gatehouse/contract/paths";'],
  ])("%s may say %s", (room, source) => {
    expect(broken({ ...through, [`${page}/${room}/a.ts`]: source })).toEqual([]);
  });
});

describe("names", () => {
  it.each([
    [`${page}/ui/utils.ts`, "name"],
    [`${page}/ui/helpers/pager.ts`, "name"],
    [`${server}/platform/misc.test.ts`, "name"],
    [`${server}/platform/common.ts`, "name"],
    [`${page}/ui/index.ts`, "barrel"],
  ])("%s is refused", (path, rule) => {
    expect(broken({ [path]: "" })).toEqual([`${path}:1 ${rule}`]);
  });

  it("a package may have an entry", () => {
    expect(broken({ [`${contract}/index.ts`]: "" })).toEqual([]);
  });
});
