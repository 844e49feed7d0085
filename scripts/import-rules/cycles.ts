import type { Graph } from "./graph.ts";
import type { Violation } from "./rule.ts";

/** Finds import cycles between files; type-only imports count, because they couple the files just the same. */
export function checkCycles(graph: Graph): Violation[] {
  const finished = new Set<string>();
  const found: Violation[] = [];
  for (const path of graph.keys()) visit(path, [], graph, finished, found);
  return found;
}

function visit(
  path: string,
  ancestors: readonly string[],
  graph: Graph,
  finished: Set<string>,
  found: Violation[],
): void {
  if (finished.has(path)) return;
  const trail = [...ancestors, path];
  for (const edge of graph.get(path) ?? []) {
    if (edge.target === undefined) continue;
    const start = trail.indexOf(edge.target);
    if (start < 0) visit(edge.target, trail, graph, finished, found);
    else {
      const detail = [...trail.slice(start), edge.target].join(" → ");
      found.push({ path, line: edge.line, rule: "cycle", detail });
    }
  }
  finished.add(path);
}
