import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ConsoleEntries, consoleEntriesFile } from "@gatehouse/contract/console-entries";

/**
 * Creates a function that returns the elements that preload the scripts of a page: the browser then loads them beside the
 * first script, which would request them only after it has run.
 */
export function createPagePreloads(dist: string): (path: string) => string {
  const { entries, pages }: ConsoleEntries = JSON.parse(readFileSync(join(dist, consoleEntriesFile), "utf8"));
  const isLoadedAnyway = new Set(entries["index.html"]);
  const preloads = new Map(
    Object.entries(pages).map(([path, modules]) => {
      const files = new Set(modules.flatMap((module) => entries[module] ?? []));
      const added = [...files].filter((file) => !isLoadedAnyway.has(file));
      const links = added.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
      return [path, links.join("")];
    }),
  );
  return (path) => preloads.get(path) ?? preloads.get(path.slice(0, path.lastIndexOf("/"))) ?? "";
}
