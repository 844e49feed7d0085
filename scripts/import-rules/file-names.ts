import type { Violation } from "./rule.ts";

const vagueName = /^(utils?|helpers?|misc|common)$/;
const packageEntry = /^packages\/[^/]+\/src\/index\.ts$/;

/** Finds vague file and folder names, and barrel files. */
export function checkFileNames(paths: Iterable<string>): Violation[] {
  return [...paths].flatMap((path) => {
    const names = path.split("/").map((part) => part.replace(/\..*$/, ""));
    const vague = names.find((name) => vagueName.test(name));
    if (vague !== undefined) {
      return [{ path, line: 1, rule: "file-name", detail: `"${vague}" doesn't say what the file contains` }];
    }
    if (names.at(-1) !== "index" || packageEntry.test(path)) return [];
    return [{ path, line: 1, rule: "barrel", detail: "only a package may have an index file" }];
  });
}
