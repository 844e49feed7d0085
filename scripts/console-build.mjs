import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pinnedNode } from "./pinned-node.mjs";
import { repository } from "./repository.mjs";
import { runQuietly } from "./run.mjs";

const dist = join(repository, "packages", "console", "dist");
const record = join(dist, ".build-hash");
const sources = ["packages/console", "packages/contract", "package-lock.json", "tsconfig.base.json"];
const ignored = new Set(["dist", "node_modules", "test"]);

/** Builds the console when its sources are not those of the last build; false when the build fails. */
export async function ensureConsoleBuilt() {
  const wanted = sourcesHash();
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return true;
  console.log("Building the console …");
  const { ok, output } = await runQuietly(pinnedNode(), ["node_modules/vite/bin/vite.js", "build", "packages/console"]);
  if (ok) writeFileSync(record, wanted);
  else console.error(`${output}\nThe console could not be built.`);
  return ok;
}

function sourcesHash() {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((source) => filesIn(join(repository, source)))) {
    hash
      .update(`${relative(repository, path).split(sep).join("/")}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  const entries = readDirectory(path);
  if (entries === null) return [path];
  return entries
    .filter(
      (entry) => !ignored.has(entry.name) && !entry.name.endsWith(".test.ts") && !entry.name.endsWith(".test.tsx"),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)));
}

function readDirectory(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return null; // a file
  }
}
