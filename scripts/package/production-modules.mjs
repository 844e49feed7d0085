import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The packages of this repository that a server needs. */
export const serverPackages = ["contract", "engine", "drivers", "server"];

/** Lists the folders of node_modules that these packages need, from the lockfile; optional ones of other platforms are left out. */
export function listProductionModules(repository, names = serverPackages) {
  const { packages } = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8"));
  const found = new Set();
  const waiting = names.map((name) => `packages/${name}`);
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = resolveModule(packages, from, name);
      if (path === undefined || packages[path].link || found.has(path)) continue;
      if (!existsSync(join(repository, path))) {
        if (packages[path].optional) continue;
        throw new Error(`${path} is not installed: run npm ci`);
      }
      found.add(path);
      waiting.push(path);
    }
  }
  return [...found].sort();
}

/** Where Node finds a module, seen from the folder of a package. */
function resolveModule(packages, from, name) {
  const parts = from.split("/node_modules/");
  const bases = parts.map((_, index) => parts.slice(0, parts.length - index).join("/node_modules/"));
  return [...bases.map((base) => `${base}/node_modules/${name}`), `node_modules/${name}`].find(
    (path) => path in packages,
  );
}
