import { isTest } from "../source/files.ts";
import type { Edge, Graph } from "./graph.ts";
import { lineOf, type Place, placeOf } from "./place.ts";
import type { PackageRule, RuleTable, Violation } from "./rule.ts";

/** Finds files in rooms that the table does not know, and imports that run against an arrow. */
export function checkFences(graph: Graph, table: RuleTable): Violation[] {
  return [...graph].flatMap(([path, edges]) => {
    const place = placeOf(path);
    const rule = place === undefined ? undefined : table[place.package];
    if (place === undefined || rule === undefined) {
      return [{ path, line: 1, rule: "unknown-room", detail: "this package has no line in scripts/checks/arrows.ts" }];
    }
    const unknown = checkRoom(path, place, rule);
    if (unknown !== undefined) return [unknown];
    return edges.flatMap((edge) => {
      const broken = edge.target === undefined ? outside(path, edge, rule) : inside(path, place, edge, rule);
      return broken === undefined ? [] : [{ path, line: edge.line, ...broken }];
    });
  });
}

type Broken = Pick<Violation, "rule" | "detail">;

function checkRoom(path: string, place: Place, rule: PackageRule): Violation | undefined {
  if (isTest(path) || /^packages\/[^/]+\/[^/]+\.config\.ts$/.test(path)) return undefined;
  if (place.room !== undefined && lineOf(rule, place.room) !== undefined) return undefined;
  const detail = `"${place.room ?? path}" of ${place.package} has no line in scripts/checks/arrows.ts: add it there`;
  return { path, line: 1, rule: "unknown-room", detail };
}

function outside(path: string, edge: Edge, rule: PackageRule): Broken | undefined {
  if (rule.outside === undefined || isTest(path)) return undefined;
  if (rule.outside.some((name) => edge.specifier === name || edge.specifier.startsWith(`${name}/`))) return undefined;
  return { rule: "outside", detail: `${edge.specifier} is closed to this package` };
}

function inside(path: string, from: Place, edge: Edge, rule: PackageRule): Broken | undefined {
  // A package may read its own version, or the product's.
  if (edge.target === "package.json" || edge.target === `packages/${from.package}/package.json`) return undefined;
  const to = placeOf(edge.target ?? "");
  if (to === undefined) {
    // Other files of the root are for the tools and the tests.
    if (from.package === "scripts" || from.room === undefined) return undefined;
    return { rule: "package-arrow", detail: `${edge.specifier} leads out of the packages` };
  }
  if (to.package !== from.package) {
    if (rule.packages.includes(to.package)) return undefined;
    return { rule: "package-arrow", detail: `${from.package} may not import ${to.package} (${edge.specifier})` };
  }
  // A test stands outside the rooms and may look into each of them.
  if (isTest(path) || from.room === undefined) return undefined;
  if (to.room === undefined || isTest(edge.target ?? "")) {
    return { rule: "room-arrow", detail: `${edge.specifier} belongs to the tests or the tools` };
  }
  if (to.room === from.room) return checkCell(from, to, edge, rule);
  const uses = rule.rooms[lineOf(rule, from.room) ?? ""] ?? [];
  const names = [to.room, lineOf(rule, to.room)];
  if (uses === "all" || uses.some((name) => names.includes(name))) return undefined;
  return { rule: "room-arrow", detail: `${from.room} may not import ${to.room} (${edge.specifier})` };
}

function checkCell(from: Place, to: Place, edge: Edge, rule: PackageRule): Broken | undefined {
  const { room, cell } = from;
  if (room === undefined || cell === undefined || to.cell === undefined || cell === to.cell) return undefined;
  if (!rule.cells?.includes(room)) return undefined;
  return { rule: "cell", detail: `${room}/${cell} may not import ${room}/${to.cell} (${edge.specifier})` };
}
