import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A source file; its path is relative to the repository root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Root folder of this repository. */
export const repositoryRoot = join(import.meta.dirname, "..", "..");

const sourceRoots = ["packages", "bench", "scripts"];
const ignoredFolders = new Set(["node_modules", "dist", "results", ".tsc", ".cache"]);

/** Reads every TypeScript file in packages, bench and scripts. */
export function readSourceFiles(root: string): SourceFile[] {
  return sourceRoots.flatMap((folder) => readFolder(root, folder));
}

/** Whether a file is a test or supports the tests of its package. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /^(packages\/[^/]+|bench)\/test\//.test(path);
}

function readFolder(root: string, folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (ignoredFolders.has(entry.name)) return [];
    if (entry.isDirectory()) return readFolder(root, path);
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) return [];
    return [{ path, text: readFileSync(join(root, path), "utf8") }];
  });
}
