import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { shortFolder } from "./postgres/short-folder.ts";
import { privateFileMode, privateFolderMode } from "./private-files.ts";
import { errorReason, StartFault } from "./start-fault.ts";

const lockName = "gatehouse.lock";
const patienceMs = 1000;

/** Makes the data folder where it is missing and gives its real path; refuses one that cannot be written. */
export function prepareDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir);
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, "", { mode: privateFileMode });
    unlinkSync(probe);
    return realpathSync(dataDir);
  } catch (error) {
    throw new StartFault(`DATA_DIR: the data folder ${dataDir} cannot be written (${errorReason(error)}).`);
  }
}

/** mkdir's own "recursive" never returns on a system folder that refuses with ENOENT, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path, { mode: privateFolderMode });
}

/** Holds the data folder for this process; the kernel lets go of it however the process ends. */
export type FolderLock = { release(): Promise<void> };

/** Takes the data folder for this process, or refuses when another live server has it. */
export async function lockDataFolder(dataDir: string): Promise<FolderLock> {
  // A listening socket rather than a file with a process id: it dies with its process, cannot be
  // mistaken for a reused id, and is seen from another container that shares the folder.
  const folder = shortFolder(dataDir, lockName);
  const path = lockPath(folder.path, dataDir);
  const holder = await whoListens(path);
  if (holder !== null) {
    folder.release();
    throw new StartFault(
      `DATA_DIR: the data folder ${dataDir} is in use by another Gatehouse (${holder}); stop that one or set DATA_DIR to another folder.`,
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

/** The process behind the lock, or null when nobody answers to it. */
function whoListens(path: string): Promise<string | null> {
  return new Promise((done) => {
    let words = "";
    const socket = connect(path);
    socket.setEncoding("utf8").setTimeout(patienceMs);
    socket.on("data", (text) => {
      words += text;
    });
    socket.on("error", () => done(null));
    socket.on("end", () => done(words));
    // It took the connection but says nothing: a suspended server still owns its folder.
    socket.on("timeout", () => {
      socket.destroy();
      done("which does not answer");
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
      fail(new StartFault(`DATA_DIR: the data folder ${dataDir} cannot be locked (${errorReason(error)}).`));
    });
    server.listen(path, () => {
      // Whoever may connect may also learn that the folder is in use: only the owner.
      if (process.platform !== "win32") chmodSync(path, privateFileMode);
      done(server);
    });
  });
}
