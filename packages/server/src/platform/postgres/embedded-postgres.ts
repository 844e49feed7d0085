import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { assertFound } from "@gatehouse/contract/assert-found";
import { Client } from "pg";
import { lockDataFolder, prepareDataFolder } from "../data-folder.ts";
import { errorReason, StartupError } from "../startup-error.ts";
import { type Account, postgresAccount } from "./postgres-account.ts";
import { type PostgresBinaries, postgresBinaries } from "./postgres-binaries.ts";
import { dataDirArgument, postgresUser, preparePostgresFolder, spawnOptions } from "./postgres-folder.ts";
import { sendSignal, socketName, socketPort, stopChild, stopOrphan } from "./postgres-process.ts";
import { shortFolder } from "./short-folder.ts";

export type PostgresConnection = { host: string; port: number; user: string; database: string };

/** The log of the supervisor and of PostgreSQL itself. */
export type PostgresLog = Record<"debug" | "info" | "warn" | "error", (message: string) => void>;

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  connection: PostgresConnection;
  /** False if PostgreSQL did not start yet. */
  hasStarted: boolean;
  /** Undefined while PostgreSQL restarts. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: PostgresLog;
  /** Additional PostgreSQL settings; tests trade durability for speed. */
  settings?: Record<string, string>;
  /** Keeps trying in the background if PostgreSQL does not start. */
  mayStartLater?: boolean;
};

export const database = "gatehouse";
const restartDelaysMs = [100, 500, 1000, 2000, 5000];
const maxStartAttempts = 10;
const recoveryNoticeMs = 5000;
const stableAfterMs = 60_000;

const settings = {
  listen_addresses: "",
  // Relative to the database folder, whose mode 0700 keeps other accounts from connecting.
  unix_socket_directories: ".",
  unix_socket_permissions: "0600",
  port: String(socketPort),
  shared_buffers: "128MB",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  // Keeps statements out of the log: they may contain personal data and secrets.
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
};

/** Starts PostgreSQL on the data folder and restarts it whenever it ends unexpectedly. */
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
    await preparePostgresFolder(folder, binaries, account, () => log.debug("creating a new database"));
    const orphan = await stopOrphan(folder);
    if (orphan !== null) log.info(`stopped an orphaned PostgreSQL (process ${orphan}) of an earlier run`);
    const socket = shortFolder(folder, socketName);
    const supervisor = supervise({ folder, binaries, account, log, settings: { ...settings, ...options.settings } });
    const connection = { host: socket.path, port: socketPort, user: postgresUser, database };
    let hasStarted = true;
    try {
      await supervisor.start(connection);
      await createDatabase(connection);
    } catch (error) {
      if (!options.mayStartLater) {
        await supervisor.stop();
        socket.release();
        throw error;
      }
      log.error(`${errorReason(error)} It is started again in the background.`);
      hasStarted = false;
      supervisor.keepTrying();
    }
    return {
      connection,
      hasStarted,
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
  const args = ["-D", dataDirArgument(folder, account)];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  let child: ChildProcess | null = null;
  let lastError = "";
  let stopping = false;
  let restarts = 0;
  // Only kill -9 of this process leaves an orphan, which the next start stops.
  const stopOnExit = () => child?.pid && sendSignal(child.pid, "SIGINT");

  const launch = (onExit: () => void) => {
    const launched = spawn(binaries.postgres, args, spawnOptions(folder, account));
    child = launched;
    lastError = "no error message";
    createInterface({ input: launched.stderr as Readable }).on("line", (line) => {
      // Caused by the connection attempts of waitUntilReady.
      if (/the database system is (starting up|not yet accepting)/.test(line)) return;
      if (/^(FATAL|PANIC):/.test(line)) lastError = line;
      if (stopping) log.debug(`PostgreSQL: ${line}`);
      else report(line, log);
    });
    launched.once("error", (error) => {
      lastError = error.message;
    });
    launched.once("close", (_code, signal) => {
      if (signal) lastError = signal;
      if (child === launched) child = null;
      onExit();
    });
  };

  const restart = async () => {
    if (stopping) return;
    const delay = assertFound(
      restartDelaysMs[Math.min(restarts, restartDelaysMs.length - 1)],
      "a restart without its delay",
    );
    log.error(`PostgreSQL ended unexpectedly (${lastError}); restarting it in ${delay} ms`);
    restarts += 1;
    await sleep(delay);
    if (stopping) return;
    const started = performance.now();
    launch(() => {
      if (performance.now() - started > stableAfterMs) restarts = 0;
      void restart();
    });
  };

  return {
    pid: () => child?.pid,
    async start(connection: PostgresConnection): Promise<void> {
      process.on("exit", stopOnExit);
      for (let attempt = 1; ; attempt += 1) {
        let ready = false;
        launch(() => {
          if (ready) void restart();
        });
        ready = await waitUntilReady(connection, () => child !== null, log);
        if (ready) return;
        // After a kill -9 of PostgreSQL its workers take a moment to release the shared memory.
        const isBusy = /shared memory block|lock file .* (already exists|is empty)/.test(lastError);
        if (!isBusy || attempt === maxStartAttempts) {
          throw new StartupError(`DATA_DIR: PostgreSQL does not start on ${folder} (${lastError}).`);
        }
        await sleep(200);
      }
    },
    /** After a failed start. */
    keepTrying(): void {
      if (!child) void restart();
    },
    async stop(): Promise<void> {
      stopping = true;
      if (child) await stopChild(child);
      process.off("exit", stopOnExit);
    },
  };
}

/** Waits until PostgreSQL accepts connections; false if it ends before. */
async function waitUntilReady(
  connection: PostgresConnection,
  isRunning: () => boolean,
  log: PostgresLog,
): Promise<boolean> {
  let nextNoticeAt = performance.now() + recoveryNoticeMs;
  while (isRunning()) {
    if (await canConnect(connection)) return true;
    if (performance.now() > nextNoticeAt) {
      log.info("PostgreSQL is still recovering its data");
      nextNoticeAt += recoveryNoticeMs;
    }
    await sleep(15);
  }
  return false;
}

async function canConnect(connection: PostgresConnection): Promise<boolean> {
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
