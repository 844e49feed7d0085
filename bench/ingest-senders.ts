// The devices of bench/ingest.ts, in a worker thread to keep the server's thread free.
import { parentPort, workerData } from "node:worker_threads";
import type { BenchGate } from "./bench-server.ts";
import { openPushConnection, type PushConnection } from "./push-connection.ts";

const { address, gates, plates } = workerData as { address: string; gates: BenchGate[]; plates: number };

const senders = await Promise.all(
  gates.map(({ deviceId, secret }) => openPushConnection(address, { id: deviceId, secret })),
);

/** Pushes one plate and waits for the response. */
async function push(sender: PushConnection): Promise<void> {
  const status = await sender.push(`P${Math.floor(Math.random() * plates)}`);
  if (status !== 200) throw new Error(`A push returned ${status}.`);
}

async function pushFor(ms: number): Promise<number> {
  const until = performance.now() + ms;
  let sent = 0;
  await Promise.all(
    senders.map(async (sender) => {
      while (performance.now() < until) {
        await push(sender);
        sent += 1;
      }
    }),
  );
  return sent;
}

async function pushSequentially(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await push(senders[index % senders.length] as PushConnection);
    times.push(performance.now() - began);
  }
  return times;
}

parentPort?.on("message", async (task: { ms: number } | { singles: number }) => {
  parentPort?.postMessage("ms" in task ? await pushFor(task.ms) : await pushSequentially(task.singles));
});
