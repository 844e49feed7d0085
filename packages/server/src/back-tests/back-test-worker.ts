import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { type Connection, connectionOptions } from "../platform/database/database.ts";
import { createPacing, type StoringBatches } from "./pacing.ts";
import { type BackTestTask, runReplay } from "./run-replay.ts";
import type { WorkerMessage } from "./worker-message.ts";

const lowestPriority = 19;
const { connection, batches } = workerData as { connection: Connection; batches: StoringBatches };
const post = (message: WorkerMessage) => parentPort?.postMessage(message);

/** Gives way to ingest: lowers the priority of this thread and of its database process, where the system allows it. */
function giveWay(processId: number): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, lowestPriority);
    setPriority(processId, lowestPriority);
  } catch {
    // Not on Linux, or the database runs elsewhere.
  }
}

async function run(client: pg.Client, task: BackTestTask): Promise<void> {
  await client.connect();
  const { rows } = await client.query<{ id: number; isLocal: boolean }>(
    "select pg_backend_pid() as id, inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' as \"isLocal\"",
  );
  if (rows[0]?.isLocal) giveWay(rows[0].id);
  // All statements see the same state.
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local jit = off");
  const pace = createPacing(batches);
  const result = await runReplay(client, task, (progress) => {
    post({ progress });
    return pace();
  });
  post({ result });
  await client.query("commit");
}

parentPort?.on("message", async (task: BackTestTask) => {
  const client = new pg.Client(connectionOptions(connection));
  client.on("error", () => {});
  try {
    await run(client, task);
  } catch (error) {
    post({ failure: error instanceof Error ? error.message : String(error) });
  } finally {
    await client.end();
  }
});
