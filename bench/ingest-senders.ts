// The devices of bench/ingest.ts, in a thread of their own, so that they cost the server's thread nothing.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import type { BenchGate } from "./bench-server.ts";

const { address, gates, plates } = workerData as { address: string; gates: BenchGate[]; plates: number };
const agent = new Agent({ keepAlive: true, maxSockets: gates.length });
const { hostname, port } = new URL(address);

/** Pushes one plate and waits until the server has it. */
function push({ deviceId, secret }: BenchGate): Promise<void> {
  const plate = `P${Math.floor(Math.random() * plates)}`;
  const body = JSON.stringify({ type: "plate", id: randomUUID(), plate });
  return new Promise((resolve, reject) => {
    const sending = request({
      agent,
      hostname,
      port,
      method: "POST",
      path: `/api/ingest/${deviceId}`,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "x-gatehouse-secret": secret,
      },
    });
    sending.once("error", reject);
    sending.once("response", (answer) => {
      answer.resume().once("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error("refused"))));
    });
    sending.end(body);
  });
}

async function during(ms: number): Promise<number> {
  const until = performance.now() + ms;
  let sent = 0;
  await Promise.all(
    gates.map(async (gate) => {
      while (performance.now() < until) {
        await push(gate);
        sent += 1;
      }
    }),
  );
  return sent;
}

async function oneByOne(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const began = performance.now();
    await push(gates[turn % gates.length] as BenchGate);
    times.push(performance.now() - began);
  }
  return times;
}

parentPort?.on("message", async (order: { ms: number } | { singles: number }) => {
  parentPort?.postMessage("ms" in order ? await during(order.ms) : await oneByOne(order.singles));
});
