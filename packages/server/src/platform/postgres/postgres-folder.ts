import { type SpawnOptions, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { privateFolderMode } from "../private-files.ts";
import { StartupError } from "../startup-error.ts";
import type { Account } from "./postgres-account.ts";
import { ids, type PostgresBinaries } from "./postgres-binaries.ts";

/** The database's owner inside PostgreSQL. */
export const postgresUser = "gatehouse";

/** Makes the database folder at the first start; later checks that this PostgreSQL may open it. */
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
  if (account) own(folder, account);
  else if (statSync(folder).uid !== process.getuid?.()) {
    throw new StartupError(
      `DATA_DIR: the database in ${folder} belongs to another user: start Gatehouse as that user or as root.`,
    );
  }
  refuseMixedOwners(folder);
  const major = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (major === binaries.major) return;
  throw new StartupError(
    `DATA_DIR: the database in ${folder} was made by PostgreSQL ${major} and this Gatehouse carries PostgreSQL ${binaries.major}: start the Gatehouse version that made it, or set DATA_DIR to another folder.`,
  );
}

async function initialize(folder: string, binaries: PostgresBinaries, account: Account | null): Promise<void> {
  // Made beside its final name: an interrupted start never leaves half a database behind.
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: privateFolderMode });
  if (account) chownSync(unfinished, account.uid, account.gid);
  const args = ["--locale=C", "--encoding=UTF8", "--auth=trust", `--username=${postgresUser}`];
  const child = spawn(binaries.initdb, [`--pgdata=${here(unfinished, account)}`, ...args], inside(unfinished, account));
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const code = await new Promise((done) => child.once("close", done).once("error", done));
  if (code !== 0)
    throw new StartupError(`DATA_DIR: no database could be made in ${folder} (${output.trim().split("\n").at(-1)}).`);
  renameSync(unfinished, folder);
}

/** PostgreSQL would only say that its configuration file has errors, or wait for a lock that it may not open. */
function refuseMixedOwners(folder: string): void {
  const folderUid = statSync(folder).uid;
  const fileUid = statSync(join(folder, "PG_VERSION"), { throwIfNoEntry: false })?.uid;
  if (fileUid === undefined || fileUid === folderUid) return;
  throw new StartupError(
    `DATA_DIR: the database folder ${folder} belongs to user ${folderUid}, but its files belong to user ${fileUid}: give all of it to one user, for example with "chown -R ${fileUid} ${folder}".`,
  );
}

/** A folder copied or restored by root must still be PostgreSQL's own. */
function own(folder: string, account: Account): void {
  if (statSync(folder).uid === account.uid) return;
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    chownSync(join(folder, path), account.uid, account.gid);
  }
  chownSync(folder, account.uid, account.gid);
}

/** The account may be unable to walk to the folder (/root is closed) but it starts inside, and this name needs no walk. */
export function here(folder: string, account: Account | null): string {
  return account && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/** Spawn options of every PostgreSQL program. */
export function inside(folder: string, account: Account | null): SpawnOptions {
  return {
    cwd: folder,
    ...ids(account),
    // Its own process group: Ctrl-C in the terminal must reach Gatehouse first, which then stops PostgreSQL in order.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  };
}
