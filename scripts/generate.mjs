// Generates the database types from the migrations and the font files of the console.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";

await ensureInstalled();
const node = pinnedNode();
const steps = [
  ["packages/server/src/platform/generate/generate.ts"],
  [
    "node_modules/@biomejs/biome/bin/biome",
    "format",
    "--write",
    "packages/server/src/platform/database/database.types.ts",
  ],
  ["packages/console/src/build/generate-fonts.ts"],
];
for (const step of steps) {
  const { status } = spawnSync(node, step, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
