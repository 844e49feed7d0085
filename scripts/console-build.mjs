import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pinnedNode } from "./pinned-node.mjs";
import { repository } from "./repository.mjs";
import { runQuietly } from "./run.mjs";

const dist = join(repository, "packages", "console", "dist");
const hashFile = join(dist, ".build-hash");
const sources = ["packages/console", "packages/contract", "package-lock.json", "tsconfig.base.json"];
const ignored = new Set(["dist", "node_modules", "test"]);

/** Builds the console if its sources changed since the last build; false if the build fails. */
export async function ensureConsoleBuilt() {
  const hash = hashSources();
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === hash) return true;
  console.log("Building the console…");
  const args = ["node_modules/vite/bin/vite.js", "build", "packages/console"];
  // Inside a test, the build would otherwise contain the slow checks of React for development.
  const { ok, output } = await runQuietly(pinnedNode(), args, { NODE_ENV: "production" });
  if (ok) writeFileSync(hashFile, hash);
  else console.error(`${output}\nFailed to build the console.`);
  return ok;
}

function hashSources() {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((source) => listFiles(join(repository, source)))) {
    hash
      .update(`${relative(repository, path).split(sep).join("/")}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  const entries = readDirectory(path);
  if (entries === null) return [path];
  return entries
    .filter(
      (entry) => !ignored.has(entry.name) && !entry.name.endsWith(".test.ts") && !entry.name.endsWith(".test.tsx"),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => listFiles(join(path, entry.name)));
}

function readDirectory(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return null; // a file
  }
}
