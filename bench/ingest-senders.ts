// The devices of bench/ingest.ts, in a thread of their own, so that they cost the server's thread nothing; they write
// HTTP by hand, so that they cost its machine little.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { BenchGate } from "./bench-server.ts";

const { address, gates, plates } = workerData as { address: string; gates: BenchGate[]; plates: number };
const { host, hostname, port } = new URL(address);

/** A device's connection, which is kept. */
interface Sender {
  readonly socket: Socket;
  readonly head: string;
  /** Called with each answer. */
  heard: (answer: string) => void;
}

async function openSender({ deviceId, secret }: BenchGate): Promise<Sender> {
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, "connect");
  const head = `POST /api/ingest/${deviceId} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nx-gatehouse-secret: ${secret}\r\ncontent-length: `;
  const sender: Sender = { socket, head, heard: () => {} };
  // An answer of ours is small and comes in one piece.
  socket.setEncoding("latin1").on("data", (answer: string) => sender.heard(answer));
  return sender;
}

const senders = await Promise.all(gates.map(openSender));

/** Pushes one plate and waits until the server has it. */
async function push(sender: Sender): Promise<void> {
  const plate = `P${Math.floor(Math.random() * plates)}`;
  const body = JSON.stringify({ type: "plate", id: randomUUID(), plate });
  const answer = await new Promise<string>((resolve) => {
    sender.heard = resolve;
    sender.socket.write(`${sender.head}${body.length}\r\n\r\n${body}`);
  });
  if (!answer.startsWith("HTTP/1.1 200 ")) throw new Error(`refused: ${answer}`);
}

async function during(ms: number): Promise<number> {
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

async function oneByOne(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const began = performance.now();
    await push(senders[turn % senders.length] as Sender);
    times.push(performance.now() - began);
  }
  return times;
}

parentPort?.on("message", async (order: { ms: number } | { singles: number }) => {
  parentPort?.postMessage("ms" in order ? await during(order.ms) : await oneByOne(order.singles));
});
