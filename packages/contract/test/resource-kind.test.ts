import { describe, expect, it } from "vitest";
import { operationsMenu } from "../src/modules/operations.ts";
import { menu, settingsPages } from "../src/modules/registry.ts";
import { nounOfKind, pageOfKind, resourceKinds } from "../src/resource-kind.ts";

describe("where a record is shown", () => {
  it.each([
    ["variables", "/camera-counting/settings", "/camera-counting/variables"],
    ["variables", "/access-control/rfidos/settings", "/access-control/rfidos/variables"],
    ["variables", "/epld/variables", "/epld/variables"],
    ["displays", "/access-control/rfidos/variables", "/access-control/rfidos/settings"],
    ["displays", "/loop-detector/variables", "/loop-detector/settings"],
    ["displays", "/access-control/gates-and-actuators", "/access-control/gates-and-actuators"],
    ["gates", "/epld/settings", "/access-control/gates-and-actuators"],
  ])("VAR-6 a %s record, seen from %s, is shown at %s", (kind, from, page) => {
    expect(pageOfKind(kind, from)).toBe(page);
  });

  it.each(["ghosts", "constructor", ""])("finds no page and no noun for the unknown kind %j", (kind) => {
    expect(pageOfKind(kind, "/epld")).toBeUndefined();
    expect(nounOfKind(kind)).toBe(kind);
  });

  it("uses only pages of the console", () => {
    const pages = new Set(
      [...[operationsMenu, ...menu].flatMap(({ entries }) => [...entries]), ...settingsPages].map(
        ({ path }): string => path,
      ),
    );
    const named = Object.values(resourceKinds).flatMap(({ paths }) => paths);
    expect(named.filter((path) => !pages.has(path))).toEqual([]);
  });
});
