import { posix } from "node:path";
import type { SourceFile } from "../source/files.ts";
import { findImports, type Import } from "../source/imports.ts";

/** An import together with the file of the repository that it leads to, if it is one. */
export interface Edge extends Import {
  readonly target: string | undefined;
}

/** Every file with its imports. */
export type Graph = ReadonlyMap<string, readonly Edge[]>;

/** Reads the imports of all files and finds where they lead. */
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
  if (bare.startsWith(".")) return existing(posix.join(posix.dirname(from), bare), known);
  const own = /^@gatehouse\/([^/]+)(?:\/(.+))?$/.exec(bare);
  if (own === null) return undefined;
  const [, name, inside = "index"] = own;
  return existing(name === "bench" ? `bench/${inside}` : `packages/${name}/src/${inside}`, known);
}

/** A file that is not TypeScript (a stylesheet, a picture) keeps its written path: arrows hold for it too. */
function existing(path: string, known: ReadonlySet<string>): string {
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate)) ?? path;
}
