import { parentPort, workerData } from "node:worker_threads";
import type pg from "pg";
import { type Connection, connectionOptions } from "../../platform/database/database.ts";
import { DatabaseClient } from "../../platform/database/database-client.ts";
import { lowerThreadPriority } from "../../platform/low-priority.ts";
import { createPacing, type StoringBatches } from "../pacing.ts";
import { type BackTestTask, runReplay } from "./run-replay.ts";
import type { WorkerMessage } from "./worker-message.ts";

lowerThreadPriority();
const { connection, batches } = workerData as { connection: Connection; batches: StoringBatches };
const post = (message: WorkerMessage) => parentPort?.postMessage(message);

async function run(client: pg.Client, task: BackTestTask): Promise<void> {
  await client.connect();
  // All statements see the same state.
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local jit = off");
  const pacing = createPacing(batches);
  const result = await runReplay(client, task, (progress) => {
    post({ progress });
    return pacing.wait();
  });
  post({ result });
  await client.query("commit");
}

parentPort?.on("message", async (task: BackTestTask) => {
  const client = new DatabaseClient(connectionOptions(connection));
  client.on("error", () => {});
  try {
    await run(client, task);
  } catch (error) {
    post({ failure: error instanceof Error ? error.message : String(error) });
  } finally {
    await client.end();
  }
});
