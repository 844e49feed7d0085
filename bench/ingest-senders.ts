// The devices of bench/ingest.ts, in a worker thread to keep the server's thread free. They write raw HTTP to use little
// CPU.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { BenchGate } from "./bench-server.ts";

const { address, gates, plates } = workerData as { address: string; gates: BenchGate[]; plates: number };
const { host, hostname, port } = new URL(address);

/** The persistent connection of a device. */
interface Sender {
  readonly socket: Socket;
  readonly head: string;
  /** Called with each response. */
  onResponse: (response: string) => void;
}

async function openSender({ deviceId, secret }: BenchGate): Promise<Sender> {
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, "connect");
  const head = `POST /api/ingest/${deviceId} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nx-gatehouse-secret: ${secret}\r\ncontent-length: `;
  const sender: Sender = { socket, head, onResponse: () => {} };
  // The response is small enough to arrive in one chunk.
  socket.setEncoding("latin1").on("data", (response: string) => sender.onResponse(response));
  return sender;
}

const senders = await Promise.all(gates.map(openSender));

/** Pushes one plate and waits for the response. */
async function push(sender: Sender): Promise<void> {
  const plate = `P${Math.floor(Math.random() * plates)}`;
  const body = JSON.stringify({ type: "plate", id: randomUUID(), plate });
  const response = await new Promise<string>((resolve) => {
    sender.onResponse = resolve;
    sender.socket.write(`${sender.head}${body.length}\r\n\r\n${body}`);
  });
  if (!response.startsWith("HTTP/1.1 200 ")) throw new Error(`Push rejected: ${response}`);
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
    await push(senders[index % senders.length] as Sender);
    times.push(performance.now() - began);
  }
  return times;
}

parentPort?.on("message", async (task: { ms: number } | { singles: number }) => {
  parentPort?.postMessage("ms" in task ? await pushFor(task.ms) : await pushSequentially(task.singles));
});
