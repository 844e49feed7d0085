import type { Violation } from "./rule.ts";

const nameless = /^(utils?|helpers?|misc|common)$/;
const packageEntry = /^packages\/[^/]+\/src\/index\.ts$/;

/** Finds names that say nothing and files that only pass others on. */
export function checkNames(paths: Iterable<string>): Violation[] {
  return [...paths].flatMap((path) => {
    const words = path.split("/").map((part) => part.replace(/\..*$/, ""));
    const empty = words.find((word) => nameless.test(word));
    if (empty !== undefined) return [{ path, line: 1, rule: "name", detail: `"${empty}" does not say what it holds` }];
    if (words.at(-1) !== "index" || packageEntry.test(path)) return [];
    return [{ path, line: 1, rule: "barrel", detail: "only a package may have an index file" }];
  });
}
