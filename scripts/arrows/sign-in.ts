import type { Graph } from "./graph.ts";
import type { Violation } from "./rule.ts";

const loadedBySignIn = /^packages\/console\/src\/(app|ui|api)\//;
const contract = /^packages\/contract\//;

/**
 * The sign-in page must not load zod, which is most of the forms' weight. What it is made of may therefore take types
 * from the whole contract, but values only from files of it that do without zod.
 */
export function checkSignIn(graph: Graph): Violation[] {
  return [...graph].flatMap(([path, edges]) => {
    if (!loadedBySignIn.test(path) || /\.test\.tsx?$/.test(path)) return [];
    return edges.flatMap((edge) => {
      if (edge.kind !== "value" || edge.target === undefined || !contract.test(edge.target)) return [];
      const way = wayToZod(edge.target, graph, new Set());
      if (way === undefined) return [];
      return [{ path, line: edge.line, rule: "sign-in-weight", detail: `loads zod: ${way.join(" → ")}` }];
    });
  });
}

function wayToZod(path: string, graph: Graph, seen: Set<string>): string[] | undefined {
  seen.add(path);
  for (const edge of graph.get(path) ?? []) {
    if (edge.kind !== "value") continue;
    if (/^zod(\/|$)/.test(edge.specifier)) return [path, "zod"];
    if (edge.target === undefined || seen.has(edge.target)) continue;
    const way = wayToZod(edge.target, graph, seen);
    if (way !== undefined) return [path, ...way];
  }
  return undefined;
}
