import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type Rolldown } from "vite";
import { type Piece, planChunks } from "./chunk-plan.ts";
import { withoutUnusedCode } from "./without-unused-code.ts";

type Chunk = Pick<Rolldown.OutputChunk, "facadeModuleId" | "fileName" | "imports" | "isEntry" | "modules" | "name">;

/** What sign-in needs, in one file. */
export const startGroup: Rolldown.CodeSplittingGroup = { name: "start", tags: ["$initial"], priority: 1 };

const limits = { requestBytes: 3_500, maxUnusedBytes: 16_000 };
/** Minified bytes of a byte of source code. */
const minifiedShare = 0.42;
/** How often a dialog or a schema is loaded, compared with a page. */
const dialogWeight = 0.3;

const isPage = (module: string) => /\/console\/src\/modules\/.*-page\.tsx$/.test(module);
const isShell = (module: string) => module.endsWith("/console/src/app/shell/shell.tsx");
/** Loaded without the shell. */
const isSignIn = (module: string) => /\/console\/src\/(app\/sign-in\/|api\/passkeys)/.test(module);
/** What the shell loads with every page, after the first paint. */
const isWithEveryPage = (module: string) =>
  /\/(shell\/mobile-menu|access\/override-banner|ui\/yes-no-dialog|contract\/src\/messages)\.tsx?$/.test(module);

/**
 * Assigns the modules to files by what pages load together. A first build, without groups, shows which modules each page
 * uses after tree shaking; the module graph alone doesn't.
 */
export function createChunks(root: string): { plugin: Plugin; nameOf: (module: string) => string | null } {
  let names = new Map<string, string>();
  return {
    nameOf: (module) => names.get(module) ?? null,
    plugin: {
      name: "gatehouse:chunks",
      apply: "build",
      buildStart: async () => {
        names = nameChunks(planChunks(toPieces(await buildWithoutGroups(root)), limits));
      },
    },
  };
}

async function buildWithoutGroups(root: string): Promise<Chunk[]> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [react(), withoutUnusedCode()],
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: [startGroup] } } },
    },
  });
  if (!("output" in result)) throw new Error("The first build must have one output");
  return result.output.filter((file) => file.type === "chunk");
}

/** The files of a build without groups, each with the pages and dialogs that load it. */
function toPieces(all: readonly Chunk[]): Piece[] {
  const chunks = all.filter(({ isEntry, name }) => !isEntry && name !== "rolldown-runtime");
  const indexOf = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  const imports = chunks.map((chunk) => chunk.imports.flatMap((file) => indexOf.get(file) ?? []));
  const users = chunks.map(() => new Map<string, number>());
  const entries = chunks.flatMap(({ facadeModuleId }, index) =>
    facadeModuleId === null ? [] : [{ entry: facadeModuleId, index }],
  );
  const pages = entries.filter(({ entry }) => isPage(entry)).length;
  const weightOf = (entry: string) => (isPage(entry) ? 1 : isWithEveryPage(entry) ? pages : dialogWeight);
  for (const { entry, index } of entries) {
    for (const loaded of loadedWith(index, imports)) users[loaded]?.set(entry, weightOf(entry));
  }
  // Whatever is loaded after sign-in is loaded with the shell.
  for (const of of users.filter((of) => [...of.keys()].some(isShell))) {
    for (const { entry } of entries.filter(({ entry }) => !isSignIn(entry))) of.set(entry, weightOf(entry));
  }
  return chunks.map(({ modules }, index) => ({
    modules: Object.keys(modules),
    bytes: minifiedShare * Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0),
    imports: imports[index] ?? [],
    users: users[index] ?? new Map(),
  }));
}

function loadedWith(index: number, imports: readonly (readonly number[])[], loaded = new Set<number>()): Set<number> {
  if (loaded.has(index)) return loaded;
  loaded.add(index);
  for (const imported of imports[index] ?? []) loadedWith(imported, imports, loaded);
  return loaded;
}

/** The file of each module, named after its largest module; the number makes the name unique. */
function nameChunks(chunks: readonly (readonly Piece[])[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [number, pieces] of chunks.entries()) {
    const largest = pieces.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    const label = basename(largest.modules.at(-1) ?? "").split(".")[0] ?? "";
    for (const module of pieces.flatMap(({ modules }) => modules)) names.set(module, `${label}~${number}`);
  }
  return names;
}
