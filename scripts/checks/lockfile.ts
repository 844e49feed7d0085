import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../source/files.ts";

/** The dependencies in a package.json. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The npm files of the repository. */
export interface NpmFiles {
  readonly lockfile: string;
  readonly npmrc: string;
  readonly manifests: Readonly<Record<string, Manifest>>;
}

interface LockedPackage {
  /** A list, or one name. */
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
  readonly integrity?: string;
}

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Finds what ties installations to one registry or makes them irreproducible; one message each. */
export function checkLockfile({ lockfile, npmrc, manifests }: NpmFiles): string[] {
  const dependencies = Object.entries(manifests).flatMap(([path, manifest]) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }).map(
      ([name, version]) => ({ path, name, version }),
    ),
  );
  const mantine = dependencies.filter(({ name }) => name.startsWith("@mantine/"));
  const mantineVersions = new Set(mantine.map(({ version }) => version));
  return [
    ...findLines(lockfile, /"resolved": "[a-z+]+:/).map(
      (line) => `package-lock.json:${line}  contains a registry host`,
    ),
    ...findLines(npmrc, /registry\s*=|^\s*\/\//).map((line) => `.npmrc:${line}  contains a registry host`),
    ...dependencies
      .filter(({ version }) => !exactVersion.test(version))
      .map(({ path, name, version }) => `${path}  ${name} "${version}" is not an exact version`),
    ...findMissingOptional(lockfile).map(
      (name) => `package-lock.json  ${name} is missing; run node scripts/complete-lock.mjs`,
    ),
    ...findUnavailable(lockfile).map(
      (name) => `package-lock.json  ${name} is not in the registry for Linux; override the version of its package`,
    ),
    // npm can't install different versions of the @mantine packages together.
    ...(mantineVersions.size > 1 ? mantine : []).map(
      ({ path, name, version }) => `${path}  ${name} ${version} differs from the other @mantine packages`,
    ),
  ];
}

/** Optional packages of other platforms that npm omitted because the registry lacks them; `npm ci` requires them. */
function findMissingOptional(lockfile: string): string[] {
  const packages = (JSON.parse(lockfile || "{}").packages ?? {}) as Record<string, Manifest>;
  const present = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)));
  const required = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  return required.filter((name) => !present.has(name));
}

/** Native packages of Linux that have no content in the lockfile: npm skips them silently, and their parents don't start. */
function findUnavailable(lockfile: string): string[] {
  const packages = (JSON.parse(lockfile || "{}").packages ?? {}) as Record<string, LockedPackage>;
  return Object.entries(packages)
    .filter(([, { os, cpu, libc, integrity }]) => {
      const isSupported = os?.includes("linux") && [cpu].flat().some((name) => name === "x64" || name === "arm64");
      return isSupported && !libc?.includes("musl") && integrity === undefined;
    })
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + 13));
}

function findLines(text: string, pattern: RegExp): number[] {
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
  const messages = checkLockfile({ lockfile, npmrc, manifests });
  for (const message of messages) console.error(message);
  if (messages.length > 0) process.exit(1);
  console.log(`lockfile: ${Object.keys(manifests).length} packages with exact versions, no registry host`);
}
