import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { lockDataFolder, prepareDataFolder } from "../data-folder.ts";
import { StartupError } from "../startup-error.ts";
import { type Account, postgresAccount } from "./postgres-account.ts";
import { type PostgresBinaries, postgresBinaries } from "./postgres-binaries.ts";
import { here, inside, postgresUser, preparePostgresFolder } from "./postgres-folder.ts";
import { signal, socketName, socketPort, stopChild, stopOrphan } from "./postgres-process.ts";
import { shortFolder } from "./short-folder.ts";

/** Where a PostgreSQL is reached. */
export type PostgresConnection = { host: string; port: number; user: string; database: string };

/** What the supervisor tells about PostgreSQL. */
export type PostgresLog = Record<"debug" | "info" | "warn" | "error", (message: string) => void>;

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  connection: PostgresConnection;
  /** Process id of the PostgreSQL that serves now. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: PostgresLog;
  /** Further PostgreSQL settings; tests trade durability for speed here. */
  settings?: Record<string, string>;
};

const database = "gatehouse";
const restartDelaysMs = [100, 500, 1000, 2000, 5000];
const startAttempts = 10;
const recoveryNoticeMs = 5000;

const settings = {
  listen_addresses: "",
  // Relative to the data folder, which is 0700: whoever cannot enter it cannot connect.
  unix_socket_directories: ".",
  unix_socket_permissions: "0600",
  port: String(socketPort),
  shared_buffers: "128MB",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  // Statements may carry personal data and secrets; they stay out of the log.
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
};

/** Starts PostgreSQL on the data folder, keeps it running, and gives its connection and its end. */
export async function startEmbeddedPostgres({ dataDir, log, ...options }: Options): Promise<EmbeddedPostgres> {
  if (process.platform === "win32") {
    throw new StartupError("The embedded PostgreSQL is not supported on Windows: set DATABASE_URL or use WSL.");
  }
  const root = prepareDataFolder(dataDir);
  const lock = await lockDataFolder(root);
  const folder = join(root, "postgres");
  try {
    const account = postgresAccount(folder);
    const binaries = postgresBinaries(root, account);
    await preparePostgresFolder(folder, binaries, account, () => log.debug("making a new database"));
    const orphan = await stopOrphan(folder);
    if (orphan !== null) log.info(`stopped a PostgreSQL (process ${orphan}) that had outlived its server`);
    const socket = shortFolder(folder, socketName);
    const supervisor = supervise({ folder, binaries, account, log, settings: { ...settings, ...options.settings } });
    const connection = { host: socket.path, port: socketPort, user: postgresUser, database };
    try {
      await supervisor.start(connection);
      await createDatabase(connection);
    } catch (error) {
      await supervisor.stop();
      socket.release();
      throw error;
    }
    return {
      connection,
      pid: supervisor.pid,
      stop: async () => {
        await supervisor.stop();
        socket.release();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

type Supervised = {
  folder: string;
  binaries: PostgresBinaries;
  account: Account | null;
  log: PostgresLog;
  settings: Record<string, string>;
};

function supervise({ folder, binaries, account, log, settings }: Supervised) {
  const args = ["-D", here(folder, account)];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  let child: ChildProcess | null = null;
  let lastWords = "";
  let stopping = false;
  let restarts = 0;
  // However this process ends, PostgreSQL is asked to end too; only kill -9 leaves an orphan for the next start.
  const farewell = () => child?.pid && signal(child.pid, "SIGINT");

  const launch = (onExit: () => void) => {
    const launched = spawn(binaries.postgres, args, inside(folder, account));
    child = launched;
    lastWords = "without a word";
    createInterface({ input: launched.stderr as Readable }).on("line", (line) => {
      // Our own knocking at the door, see untilReady.
      if (/the database system is (starting up|not yet accepting)/.test(line)) return;
      if (/^(FATAL|PANIC):/.test(line)) lastWords = line;
      if (stopping) log.debug(`PostgreSQL: ${line}`);
      else report(line, log);
    });
    launched.once("error", (error) => {
      lastWords = error.message;
    });
    launched.once("close", (_code, killer) => {
      if (killer) lastWords = killer;
      if (child === launched) child = null;
      onExit();
    });
  };

  const revive = async () => {
    if (stopping) return;
    const delay = restartDelaysMs[Math.min(restarts, restartDelaysMs.length - 1)] ?? 0;
    log.error(`PostgreSQL ended unexpectedly (${lastWords}); starting it again in ${delay} ms`);
    restarts += 1;
    await sleep(delay);
    if (stopping) return;
    const started = performance.now();
    launch(() => {
      if (performance.now() - started > 60_000) restarts = 0;
      void revive();
    });
  };

  return {
    pid: () => child?.pid,
    async start(connection: PostgresConnection): Promise<void> {
      process.on("exit", farewell);
      for (let attempt = 1; ; attempt += 1) {
        let ready = false;
        launch(() => {
          if (ready) void revive();
        });
        ready = await untilReady(connection, () => child !== null, log);
        if (ready) return;
        // After a kill -9 of PostgreSQL its workers need a moment to notice and let go of the shared memory.
        const busy = /shared memory block|lock file .* (already exists|is empty)/.test(lastWords);
        if (!busy || attempt === startAttempts) {
          throw new StartupError(`DATA_DIR: PostgreSQL does not start on ${folder} (${lastWords}).`);
        }
        await sleep(200);
      }
    },
    async stop(): Promise<void> {
      stopping = true;
      if (child) await stopChild(child);
      process.off("exit", farewell);
    },
  };
}

/** Waits for the first answer; false when PostgreSQL ended before it. */
async function untilReady(connection: PostgresConnection, lives: () => boolean, log: PostgresLog): Promise<boolean> {
  let notice = performance.now() + recoveryNoticeMs;
  while (lives()) {
    if (await answers(connection)) return true;
    if (performance.now() > notice) {
      log.info("PostgreSQL is still recovering its data");
      notice += recoveryNoticeMs;
    }
    await sleep(15);
  }
  return false;
}

async function answers(connection: PostgresConnection): Promise<boolean> {
  const client = new Client({ ...connection, database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(connection: PostgresConnection): Promise<void> {
  const client = new Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

const levels: Record<string, keyof PostgresLog> = { WARNING: "warn", FATAL: "warn", PANIC: "error" };

function report(line: string, log: PostgresLog): void {
  const level = levels[/^(\w+): /.exec(line)?.[1] ?? ""] ?? "debug";
  log[level](`PostgreSQL: ${line}`);
}
