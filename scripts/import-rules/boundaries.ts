import { isTest } from "../source/files.ts";
import type { Edge, Graph } from "./graph.ts";
import { type Location, locate, ruleKeyOf } from "./location.ts";
import type { PackageRule, RuleTable, Violation } from "./rule.ts";

/** Finds imports that the rule table doesn't allow, and folders that it doesn't contain. */
export function checkBoundaries(graph: Graph, table: RuleTable): Violation[] {
  return [...graph].flatMap(([path, edges]) => {
    const location = locate(path);
    const rule = location === undefined ? undefined : table[location.package];
    if (location === undefined || rule === undefined) {
      const detail = "this package has no rule; add one to scripts/checks/imports.ts";
      return [{ path, line: 1, rule: "unknown-folder", detail }];
    }
    const unknown = checkFolder(path, location, rule);
    if (unknown !== undefined) return [unknown];
    return edges.flatMap((edge) => {
      const broken =
        edge.target === undefined ? checkNpmImport(path, edge, rule) : checkOwnImport(path, location, edge, rule);
      return broken === undefined ? [] : [{ path, line: edge.line, ...broken }];
    });
  });
}

type BrokenRule = Pick<Violation, "rule" | "detail">;

function checkFolder(path: string, location: Location, rule: PackageRule): Violation | undefined {
  if (isTest(path) || /^packages\/[^/]+\/[^/]+\.config\.ts$/.test(path)) return undefined;
  const { folder } = location;
  if (folder !== undefined && ruleKeyOf(rule, folder) !== undefined) return undefined;
  const detail = `"${folder ?? path}" of ${location.package} has no rule; add one to scripts/checks/imports.ts`;
  return { path, line: 1, rule: "unknown-folder", detail };
}

function checkNpmImport(path: string, edge: Edge, rule: PackageRule): BrokenRule | undefined {
  if (rule.npmPackages === undefined || isTest(path)) return undefined;
  const isAllowed = rule.npmPackages.some((name) => edge.specifier === name || edge.specifier.startsWith(`${name}/`));
  return isAllowed ? undefined : { rule: "npm-package", detail: `this package may not import ${edge.specifier}` };
}

function checkOwnImport(path: string, from: Location, edge: Edge, rule: PackageRule): BrokenRule | undefined {
  // A package may read its own version and the product's.
  if (edge.target === "package.json" || edge.target === `packages/${from.package}/package.json`) return undefined;
  const to = locate(edge.target ?? "");
  if (to === undefined) {
    // Only scripts, tests and tool settings may import other files of the repository root.
    if (from.package === "scripts" || from.folder === undefined) return undefined;
    return { rule: "package-import", detail: `${edge.specifier} is outside the packages` };
  }
  if (to.package !== from.package) {
    if (rule.packages.includes(to.package)) return undefined;
    if (isTest(path) && rule.testPackages?.includes(to.package)) return undefined;
    return { rule: "package-import", detail: `${from.package} may not import ${to.package} (${edge.specifier})` };
  }
  // Tests may import from every folder of their package.
  if (isTest(path) || from.folder === undefined) return undefined;
  if (to.folder === undefined || isTest(edge.target ?? "")) {
    return { rule: "folder-import", detail: `${edge.specifier} belongs to the tests or the tools` };
  }
  if (to.folder === from.folder) return undefined;
  const allowed = rule.folders[ruleKeyOf(rule, from.folder) ?? ""] ?? [];
  const names = [to.folder, ruleKeyOf(rule, to.folder)];
  if (allowed === "all" || allowed.some((name) => names.includes(name))) return undefined;
  return { rule: "folder-import", detail: `${from.folder} may not import ${to.folder} (${edge.specifier})` };
}
