import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished, vi } from "vitest";
import { database, startEmbeddedPostgres } from "../../src/platform/postgres/embedded-postgres.ts";
import { type Account, postgresAccount } from "../../src/platform/postgres/postgres-account.ts";
import { postgresBinaries } from "../../src/platform/postgres/postgres-binaries.ts";
import { dataDirArgument, postgresUser, spawnOptions } from "../../src/platform/postgres/postgres-folder.ts";
import { privateFolderMode } from "../../src/platform/private-files.ts";
import { freePort } from "../free-port.ts";
import { quietLog } from "../harness.ts";

/** A primary with a synchronous standby, on ports of this machine. */
export interface ReplicatedPostgres {
  /** The address of both hosts; the standby is named first. */
  readonly url: string;
  /** Kills the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Promotes the standby, as a cluster manager would. */
  promote(): Promise<void>;
  /** Runs a statement on the former standby. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

const loopback = "127.0.0.1";

/** Starts both; call it inside the test. */
export async function replicatedPostgres(): Promise<ReplicatedPostgres> {
  const root = mkdtempSync(join(tmpdir(), "gatehouse-replicated-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [first, second] = [join(root, "primary"), join(root, "standby")];
  const created = await startEmbeddedPostgres({ dataDir: first, log: quietLog });
  await created.stop();
  // The copy of a stopped database is a base backup.
  cpSync(first, second, { recursive: true, preserveTimestamps: true });
  const folders = [join(first, "postgres"), join(second, "postgres")] as const;
  const account = postgresAccount(folders[0]);
  const { postgres } = postgresBinaries(first, account);
  const ports = [await freePort(), await freePort()] as const;
  const start = (at: 0 | 1, settings: Record<string, string>) =>
    run(postgres, folders[at], account, { port: String(ports[at]), ...settings });
  own(folders[1], account);
  chmodSync(folders[1], privateFolderMode);
  writeFileSync(join(folders[1], "standby.signal"), "");
  if (account) chownSync(join(folders[1], "standby.signal"), account.uid, account.gid);
  const primary = start(0, { synchronous_standby_names: "*", synchronous_commit: "on" });
  await reachable(ports[0]);
  start(1, { primary_conninfo: `host=${loopback} port=${ports[0]} user=${postgresUser}` });
  await reachable(ports[1]);
  const query = async <Row extends pg.QueryResultRow>(text: string) => {
    const client = await connect(ports[1]);
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    url: `postgres://${postgresUser}@${loopback}:${ports[1]},${loopback}:${ports[0]}/${database}?target_session_attrs=read-write`,
    killPrimary: async () => {
      const ended = once(primary, "exit");
      // Its other processes end when they find that it is dead.
      primary.kill("SIGKILL");
      await ended;
    },
    promote: async () => void (await query("select pg_promote()")),
    query,
  };
}

function run(program: string, folder: string, account: Account | null, settings: Record<string, string>): ChildProcess {
  const all = {
    listen_addresses: loopback,
    unix_socket_directories: "",
    timezone: "UTC",
    max_connections: "100",
    ...settings,
  };
  const args = ["-D", dataDirArgument(folder, account)];
  for (const [name, value] of Object.entries(all)) args.push("-c", `${name}=${value}`);
  const child = spawn(program, args, { ...spawnOptions(folder, account), stdio: "ignore" });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGQUIT");
    await ended;
  });
  return child;
}

/** PostgreSQL must own its folder. */
function own(folder: string, account: Account | null): void {
  if (!account) return;
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, path), account.uid, account.gid);
  chownSync(folder, account.uid, account.gid);
}

async function connect(port: number): Promise<pg.Client> {
  const client = new pg.Client({ host: loopback, port, user: postgresUser, database });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const reachable = (port: number) =>
  vi.waitFor(async () => (await connect(port)).end(), { timeout: 60_000, interval: 50 });
