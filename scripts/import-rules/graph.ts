import { posix } from "node:path";
import type { SourceFile } from "../source/files.ts";
import { findImports, type Import } from "../source/imports.ts";

/** An import and the file that it resolves to; no target for npm packages. */
export interface Edge extends Import {
  readonly target: string | undefined;
}

/** The imports of every file. */
export type Graph = ReadonlyMap<string, readonly Edge[]>;

/** Finds and resolves the imports of all files. */
export function buildGraph(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => [
      file.path,
      findImports(file.text, file.path).map((found) => ({
        ...found,
        target: resolve(file.path, found.specifier, known),
      })),
    ]),
  );
}

function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return withExtension(posix.join(posix.dirname(from), bare), known);
  const workspacePackage = /^@gatehouse\/([^/]+)(?:\/(.+))?$/.exec(bare);
  if (workspacePackage === null) return undefined;
  const [, name, inside = "index"] = workspacePackage;
  return withExtension(name === "bench" ? `bench/${inside}` : `packages/${name}/src/${inside}`, known);
}

/** Files other than TypeScript (stylesheets, images) keep their path, so the rules apply to them too. */
function withExtension(path: string, known: ReadonlySet<string>): string {
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate)) ?? path;
}
