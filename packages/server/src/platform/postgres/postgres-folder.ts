import { type SpawnOptions, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { privateFolderMode } from "../private-files.ts";
import { StartupError } from "../startup-error.ts";
import type { Account } from "./postgres-account.ts";
import { accountOptions, type PostgresBinaries } from "./postgres-binaries.ts";

/** The PostgreSQL role that owns the database. */
export const postgresUser = "gatehouse";

/** Creates the database folder on the first start; on later starts checks that this PostgreSQL can open it. */
export async function preparePostgresFolder(
  folder: string,
  binaries: PostgresBinaries,
  account: Account | null,
  onFirstStart: () => void,
): Promise<void> {
  if (!existsSync(folder)) {
    onFirstStart();
    await initialize(folder, binaries, account);
    return;
  }
  if (account) takeOwnership(folder, account);
  else if (statSync(folder).uid !== process.getuid?.()) {
    throw new StartupError(
      `DATA_DIR: the database in ${folder} belongs to another user: start Gatehouse as that user or as root.`,
    );
  }
  checkOwners(folder);
  const major = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (major === binaries.major) return;
  throw new StartupError(
    `DATA_DIR: the database in ${folder} was created by PostgreSQL ${major} and this Gatehouse uses PostgreSQL ${binaries.major}: start the Gatehouse version that created it, or set DATA_DIR to another folder.`,
  );
}

async function initialize(folder: string, binaries: PostgresBinaries, account: Account | null): Promise<void> {
  // Created under another name, so that an interrupted start never leaves an incomplete database.
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: privateFolderMode });
  if (account) chownSync(unfinished, account.uid, account.gid);
  const args = ["--locale=C", "--encoding=UTF8", "--auth=trust", `--username=${postgresUser}`];
  const pgdata = `--pgdata=${dataDirArgument(unfinished, account)}`;
  const child = spawn(binaries.initdb, [pgdata, ...args], spawnOptions(unfinished, account));
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const code = await new Promise((done) => child.once("close", done).once("error", done));
  if (code !== 0)
    throw new StartupError(
      `DATA_DIR: no database could be created in ${folder} (${output.trim().split("\n").at(-1)}).`,
    );
  renameSync(unfinished, folder);
}

/** With mixed owners PostgreSQL would only report errors in its configuration file, or wait for a lock that it can't open. */
function checkOwners(folder: string): void {
  const folderUid = statSync(folder).uid;
  const fileUid = statSync(join(folder, "PG_VERSION"), { throwIfNoEntry: false })?.uid;
  if (fileUid === undefined || fileUid === folderUid) return;
  throw new StartupError(
    `DATA_DIR: the database folder ${folder} belongs to user ${folderUid}, but its files belong to user ${fileUid}: give all of it to one user, for example with "chown -R ${fileUid} ${folder}".`,
  );
}

/** Root may have copied or restored the folder, but PostgreSQL must own it. */
function takeOwnership(folder: string, account: Account): void {
  if (statSync(folder).uid === account.uid) return;
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    chownSync(join(folder, path), account.uid, account.gid);
  }
  chownSync(folder, account.uid, account.gid);
}

/** The account may lack access to the parent folders (such as /root). It starts inside the folder, so this path works. */
export function dataDirArgument(folder: string, account: Account | null): string {
  return account && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/** Spawn options of the PostgreSQL programs. */
export function spawnOptions(folder: string, account: Account | null): SpawnOptions {
  return {
    cwd: folder,
    ...accountOptions(account),
    // In its own process group, so that Ctrl-C reaches Gatehouse only, which then stops PostgreSQL.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  };
}
