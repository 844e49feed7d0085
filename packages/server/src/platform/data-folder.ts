import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { shortFolder } from "./postgres/short-folder.ts";
import { privateFileMode, privateFolderMode } from "./private-files.ts";
import { errorReason, StartupError } from "./startup-error.ts";

const lockName = "gatehouse.lock";
const lockReplyMs = 1000;

/** Creates the data folder if it is missing and returns its real path; fails if it isn't writable. */
export function prepareDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir);
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, "", { mode: privateFileMode });
    unlinkSync(probe);
    return realpathSync(dataDir);
  } catch (error) {
    throw new StartupError(`DATA_DIR: the data folder ${dataDir} cannot be written (${errorReason(error)}).`);
  }
}

/** `mkdir` with `recursive` never returns in a system folder that fails with ENOENT, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path, { mode: privateFolderMode });
}

/** Exclusive use of the data folder. The kernel releases it however the process ends. */
export type FolderLock = { release(): Promise<void> };

/** Locks the data folder for this process; fails if another running server has locked it. */
export async function lockDataFolder(dataDir: string): Promise<FolderLock> {
  // A listening socket rather than a PID file: it ends with its process, can't be confused with a reused
  // PID, and is visible to another container that shares the folder.
  const folder = shortFolder(dataDir, lockName);
  const path = lockPath(folder.path, dataDir);
  const holder = await findLockHolder(path);
  if (holder !== null) {
    folder.release();
    throw new StartupError(
      `DATA_DIR: the data folder ${dataDir} is in use by another Gatehouse (${holder}); stop it or set DATA_DIR to another folder.`,
    );
  }
  if (process.platform !== "win32") rmSync(path, { force: true });
  const server = await listen(path, dataDir);
  return {
    release: () =>
      new Promise((done) => {
        server.close(() => {
          folder.release();
          done();
        });
      }),
  };
}

function lockPath(folder: string, dataDir: string): string {
  if (process.platform !== "win32") return join(folder, lockName);
  return `\\\\.\\pipe\\gatehouse-${createHash("sha256").update(dataDir).digest("hex").slice(0, 24)}`;
}

/** Describes the process that holds the lock; null if there is none. */
function findLockHolder(path: string): Promise<string | null> {
  return new Promise((done) => {
    let reply = "";
    const socket = connect(path);
    socket.setEncoding("utf8").setTimeout(lockReplyMs);
    socket.on("data", (text) => {
      reply += text;
    });
    socket.on("error", () => done(null));
    socket.on("end", () => done(reply));
    // Accepted but silent: a suspended server still holds its folder.
    socket.on("timeout", () => {
      socket.destroy();
      done("which does not respond");
    });
  });
}

function listen(path: string, dataDir: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end(`process ${process.pid}`);
    });
    server.unref();
    server.once("error", (error) => {
      fail(new StartupError(`DATA_DIR: the data folder ${dataDir} cannot be locked (${errorReason(error)}).`));
    });
    server.listen(path, () => {
      // Only the owner may connect.
      if (process.platform !== "win32") chmodSync(path, privateFileMode);
      done(server);
    });
  });
}
