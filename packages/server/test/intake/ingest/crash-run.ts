import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import pg from "pg";
import { postgresUser } from "../../../src/platform/postgres/postgres-folder.ts";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { addGates, addPlates, type Sender } from "../../gate/site/barrier-gates.ts";

const main = join(import.meta.dirname, "../../../src/main.ts");
const password = "tulip-harbour-42";
const gateCount = 4;
const knownPlates = 2_000;

/** The counts of a run. */
export interface CrashResult {
  /** Events that the server acknowledged. */
  acknowledged: number;
  /** Acknowledged events that are not stored. */
  lost: number;
  /** Events that are not stored exactly once. */
  duplicated: number;
  /** Barrier pulses between a kill and the next event. */
  openedByRestart: number;
  /** Barrier pulses in excess of the stored commands. */
  openedTwice: number;
  pulses: number;
}

/** Kills the real server at random times while devices push, restarts it each time, and counts the faults. */
export async function runCrashes(dataDir: string, kills: number): Promise<CrashResult> {
  const relay = await fakeRelay();
  const acknowledged = new Set<string>();
  const pending = new Map<number, string>();
  let openedByRestart = 0;
  let server = await start(dataDir);
  const senders = await createSite(dataDir, server.address, relay.port);
  const pulses = () => relay.heard.filter((heard) => heard.endsWith("on")).length;

  for (let kill = 0; kill < kills; kill += 1) {
    const stop = new AbortController();
    const load = senders.map((sender, index) => push(server.address, sender, index, stop.signal));
    await pause(50 + Math.random() * 500);
    server.child.kill("SIGKILL");
    await once(server.child, "exit");
    stop.abort();
    await Promise.all(load);
    // Waits for packets that were sent before the kill.
    await pause(20);
    const before = pulses();
    const killedAt = Date.now();
    server = await start(dataDir);
    await waitForLeadership(dataDir, killedAt);
    openedByRestart += pulses() - before;
  }
  // Devices retry what was not acknowledged.
  const done = new AbortController();
  await Promise.all(senders.map((sender, index) => push(server.address, sender, index, done.signal, 1)));
  const { commands, ...result } = await countErrors(dataDir);
  server.child.kill("SIGTERM");
  await once(server.child, "exit");
  await relay.close();
  return { ...result, openedByRestart, pulses: pulses(), openedTwice: Math.max(0, pulses() - commands) };

  /** One device: sends the next event after an acknowledgement, otherwise retries the same one. */
  async function push(
    address: string,
    { id, secret }: Sender,
    index: number,
    stop: AbortSignal,
    maxEvents = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    for (let sent = 0; sent < maxEvents && !stop.aborted; sent += 1) {
      const eventId = pending.get(index) ?? randomUUID();
      pending.set(index, eventId);
      const plate = `KILL${Math.floor(Math.random() * knownPlates)}`;
      const isAcknowledged = await fetch(`${address}/api/ingest/${id}`, {
        method: "POST",
        headers: { "x-gatehouse-secret": secret, "content-type": "application/json" },
        body: JSON.stringify({ type: "plate", id: eventId, plate }),
        signal: AbortSignal.timeout(5_000),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isAcknowledged) return;
      acknowledged.add(eventId);
      pending.delete(index);
    }
  }

  async function countErrors(
    folder: string,
  ): Promise<Pick<CrashResult, "acknowledged" | "lost" | "duplicated"> & { commands: number }> {
    const { rows } = await query<{ eventId: string; events: number }>(
      folder,
      `select k."eventId", count(e.id)::integer as events from event_keys k left join events e on e.id = k.id group by 1`,
    );
    const stored = new Map(rows.map(({ eventId, events }) => [eventId, events]));
    const { rows: commands } = await query<{ n: number }>(
      folder,
      "select count(*)::integer as n from commands where kind = 'open' and state <> 'expired'",
    );
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((id) => (stored.get(id) ?? 0) < 1).length,
      duplicated: [...stored.values()].filter((events) => events !== 1).length,
      commands: commands[0]?.n ?? 0,
    };
  }
}

/** Starts the real server. */
export async function start(dataDir: string): Promise<{ child: ChildProcess; address: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: "0", LOG_LEVEL: "fatal", DATA_DIR: dataDir, DEVELOPMENT: "1" };
  const child = spawn(process.execPath, [main], {
    env: { ...env, ADMIN_PASSWORD: password },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  // In a group of its own, it gets no Ctrl-C.
  const stop = () => child.kill("SIGTERM");
  process.once("exit", stop);
  child.once("exit", () => process.off("exit", stop));
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (\S+)$/.exec(line)?.[1];
    if (address) return { child, address: address.replace("localhost", "127.0.0.1") };
  }
  throw new Error("the server exited before it was ready");
}

/** Queries the embedded database of a server. */
export function query<Row extends pg.QueryResultRow>(dataDir: string, text: string, values: unknown[] = []) {
  return withClient(dataDir, (client) => client.query<Row>(text, values));
}

/** Runs work with a connection to the embedded database of a server. */
async function withClient<Result>(dataDir: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ host: join(dataDir, "postgres"), user: postgresUser, database: "gatehouse" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until the server drives the hardware, after which its start is complete. */
async function waitForLeadership(dataDir: string, since: number): Promise<void> {
  const text = `select 1 from field_controller where "lastBeatAt" > $1`;
  while ((await query(dataDir, text, [new Date(since)])).rowCount === 0) await pause(20);
  await pause(300);
}

/** Creates gates with a camera each, and registered plates KILL0, KILL1 and so on. */
export async function createSite(
  dataDir: string,
  address: string,
  relayPort: number,
  plates = knownPlates,
): Promise<Sender[]> {
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${address}/api${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "app-id": consoleAppId,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { token: string };
  };
  const { token: first } = await post("/auth/login", { username: "admin", password });
  const { token } = await post("/auth/reset-password", { password: "quiet-lantern-7" }, first);
  const get = (path: string) => fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const ports = Array.from({ length: gateCount }, () => relayPort);
  return withClient(dataDir, async (client) => {
    await addPlates(client, "KILL", plates);
    return addGates(client, ports, get);
  });
}
