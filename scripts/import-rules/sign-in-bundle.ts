import type { Graph } from "./graph.ts";
import type { Violation } from "./rule.ts";

const signInFolders = /^packages\/console\/src\/(app|ui|api)\//;
const contract = /^packages\/contract\//;

/**
 * Keeps zod, the largest part of the forms, out of the sign-in page. The folders that the page loads may import types from
 * the whole contract, but values only from contract files that don't load zod.
 */
export function checkSignInBundle(graph: Graph): Violation[] {
  return [...graph].flatMap(([path, edges]) => {
    if (!signInFolders.test(path) || /\.test\.tsx?$/.test(path)) return [];
    return edges.flatMap((edge) => {
      if (edge.kind !== "value" || edge.target === undefined || !contract.test(edge.target)) return [];
      const chain = findZod(edge.target, graph, new Set());
      if (chain === undefined) return [];
      return [{ path, line: edge.line, rule: "sign-in-bundle", detail: `loads zod: ${chain.join(" → ")}` }];
    });
  });
}

/** The import chain from a file to zod, if there is one. */
function findZod(path: string, graph: Graph, seen: Set<string>): string[] | undefined {
  seen.add(path);
  for (const edge of graph.get(path) ?? []) {
    if (edge.kind !== "value") continue;
    if (/^zod(\/|$)/.test(edge.specifier)) return [path, "zod"];
    if (edge.target === undefined || seen.has(edge.target)) continue;
    const chain = findZod(edge.target, graph, seen);
    if (chain !== undefined) return [path, ...chain];
  }
  return undefined;
}
