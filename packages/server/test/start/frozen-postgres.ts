import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { PostgresConnection } from "../../src/platform/postgres/embedded-postgres.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/embedded-postgres.ts";
import { prepareDatabase, quietLog } from "../harness.ts";
import { childrenOf } from "./processes.ts";

/** A separate PostgreSQL for one test file, which can be suspended at any moment. */
export interface FreezablePostgres {
  connection: PostgresConnection;
  freeze(): void;
  resume(): void;
  /** Stops it, like an administrator. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** The process ids of PostgreSQL, the postmaster first. */
  pids(): number[];
}

const hasty = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Starts it with a migrated database: call it at the file's top level, before anything that uses it. */
export async function freezablePostgres(): Promise<FreezablePostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-frozen-"));
  const launch = () => startEmbeddedPostgres({ dataDir, log: quietLog, settings: hasty });
  await prepareDatabase(dataDir);
  let postgres = await launch();
  let stopped: number[] = [];
  const resume = () => {
    for (const pid of stopped) process.kill(pid, "SIGCONT");
    stopped = [];
  };
  afterAll(async () => {
    resume();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const findPostmaster = () => {
    const postmaster = postgres.pid();
    if (!postmaster) throw new Error("PostgreSQL is not running");
    return postmaster;
  };
  return {
    connection: postgres.connection,
    stop: () => postgres.stop(),
    start: async () => {
      postgres = await launch();
    },
    pids: () => {
      const postmaster = findPostmaster();
      return [postmaster, ...childrenOf(postmaster)];
    },
    freeze: () => {
      const postmaster = findPostmaster();
      // The postmaster is suspended first, so that it starts no further processes.
      process.kill(postmaster, "SIGSTOP");
      stopped = [postmaster, ...childrenOf(postmaster)];
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
    },
    resume,
  };
}
