import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A source file of the repository, its path written with forward slashes from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The repository that the running check belongs to. */
export const repositoryRoot = join(import.meta.dirname, "..", "..");

const sourceRoots = ["packages", "bench", "scripts"];
const leftOut = new Set(["node_modules", "dist", "results", ".tsc", ".cache"]);

/** Reads every TypeScript file under packages, bench and scripts. */
export function readSourceFiles(root: string): SourceFile[] {
  return sourceRoots.flatMap((folder) => list(root, folder));
}

/** Whether a file is a test or belongs to the tests of its package. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /^(packages\/[^/]+|bench)\/test\//.test(path);
}

function list(root: string, folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (leftOut.has(entry.name)) return [];
    if (entry.isDirectory()) return list(root, path);
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) return [];
    return [{ path, text: readFileSync(join(root, path), "utf8") }];
  });
}
