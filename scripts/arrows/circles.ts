import type { Graph } from "./graph.ts";
import type { Violation } from "./rule.ts";

/** Finds import cycles between files; type-only imports count, because they couple the files just the same. */
export function checkCircles(graph: Graph): Violation[] {
  const finished = new Set<string>();
  const found: Violation[] = [];
  for (const path of graph.keys()) walk(path, [], graph, finished, found);
  return found;
}

function walk(path: string, trail: readonly string[], graph: Graph, finished: Set<string>, found: Violation[]): void {
  if (finished.has(path)) return;
  const here = [...trail, path];
  for (const edge of graph.get(path) ?? []) {
    if (edge.target === undefined) continue;
    const start = here.indexOf(edge.target);
    if (start < 0) walk(edge.target, here, graph, finished, found);
    else {
      const detail = [...here.slice(start), edge.target].join(" → ");
      found.push({ path, line: edge.line, rule: "circle", detail });
    }
  }
  finished.add(path);
}
