import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type ConsoleEntries, consoleEntriesFile } from "@gatehouse/contract/console-entries";
import type { Plugin, Rolldown } from "vite";

const pagesModule = "src/app/pages.ts";
const frameModule = "src/app/shell/shell.tsx";

/** Writes which scripts each page loads. Vite's manifest does not say it for files with several pages. */
export function consoleEntries(root: string): Plugin {
  return {
    name: "gatehouse:console-entries",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const isEntry = (module: string) => this.getModuleInfo(module)?.dynamicImporters.length !== 0;
        const entries: ConsoleEntries["entries"] = {};
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          const files = [...loadedWith(chunk.fileName, bundle)];
          const modules = chunk.moduleIds.filter(isEntry).map((module) => toPath(relative(root, module)));
          for (const name of chunk.isEntry ? ["index.html"] : modules) entries[name] = files;
        }
        const source = JSON.stringify({ entries, pages: listPages(root) } satisfies ConsoleEntries);
        this.emitFile({ type: "asset", fileName: consoleEntriesFile, source });
      },
    },
  };
}

function loadedWith(file: string, bundle: Rolldown.OutputBundle, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const chunk = bundle[file];
  for (const imported of chunk?.type === "chunk" ? chunk.imports : []) loadedWith(imported, bundle, loaded);
  return loaded;
}

/** Reads the table of pages. */
function listPages(root: string): ConsoleEntries["pages"] {
  const text = readFileSync(join(root, pagesModule), "utf8");
  const pages = [...text.matchAll(/"(\/[^"]*)": \(\) =>\s+import\("([^"]+)"\)/g)];
  if (pages.length !== text.split("import(").length - 1) throw new Error(`${pagesModule}: a page has another form`);
  return Object.fromEntries(
    pages.map(([, path = "", module = ""]) => [path, [frameModule, toPath(join(dirname(pagesModule), module))]]),
  );
}

const toPath = (path: string) => path.split(sep).join("/");
