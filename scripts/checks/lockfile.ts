import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../source/files.ts";

/** The parts of a package.json that name other packages. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What npm is told, as it lies in the repository. */
export interface NpmFiles {
  readonly lockfile: string;
  readonly npmrc: string;
  readonly manifests: Readonly<Record<string, Manifest>>;
}

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** What ties an installation to one registry, or lets two installations differ, one sentence each. */
export function checkLockfile({ lockfile, npmrc, manifests }: NpmFiles): string[] {
  const named = Object.entries(manifests).flatMap(([path, manifest]) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }).map(
      ([name, version]) => ({ path, name, version }),
    ),
  );
  const mantine = named.filter(({ name }) => name.startsWith("@mantine/"));
  const mantineVersions = new Set(mantine.map(({ version }) => version));
  return [
    ...linesWith(lockfile, /"resolved": "[a-z+]+:/).map((line) => `package-lock.json:${line}  names a registry host`),
    ...linesWith(npmrc, /registry\s*=|^\s*\/\//).map((line) => `.npmrc:${line}  names a registry host`),
    ...named
      .filter(({ version }) => !exact.test(version))
      .map(({ path, name, version }) => `${path}  ${name} "${version}" is not an exact version`),
    ...missingOptional(lockfile).map((name) => `package-lock.json  lacks ${name}: run node scripts/complete-lock.mjs`),
    // Mixed versions of the family do not install.
    ...(mantineVersions.size > 1 ? mantine : []).map(
      ({ path, name, version }) => `${path}  ${name} ${version} differs from the other @mantine packages`,
    ),
  ];
}

/** The packages of other systems that npm left out, because the registry did not have them; `npm ci` wants them all. */
function missingOptional(lockfile: string): string[] {
  const packages = (JSON.parse(lockfile || "{}").packages ?? {}) as Record<string, Manifest>;
  const present = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)));
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  return wanted.filter((name) => !present.has(name));
}

function linesWith(text: string, pattern: RegExp): number[] {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}

function readManifests(root: string): Record<string, Manifest> {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
  const paths = ["package.json", "bench/package.json", ...packages];
  return Object.fromEntries(paths.map((path) => [path, JSON.parse(readFileSync(join(root, path), "utf8"))]));
}

if (import.meta.main) {
  const manifests = readManifests(repositoryRoot);
  const lockfile = readFileSync(join(repositoryRoot, "package-lock.json"), "utf8");
  const npmrc = readFileSync(join(repositoryRoot, ".npmrc"), "utf8");
  const faults = checkLockfile({ lockfile, npmrc, manifests });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`lockfile: ${Object.keys(manifests).length} packages, every version exact, no registry named`);
}
