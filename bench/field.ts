// Fifty gates, five of them black holes: do the barriers of the others open later than with none?
// `node bench/field.ts` runs the real server on a PostgreSQL of its own, and prints the ratio of the p99 beside its limit.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchGate, openBenchServer } from "./bench-server.ts";

const limit = 1.5;
const gateCount = 50;
const holeCount = 5;
const rounds = 40;
const everyMs = 200;
const plates = 100_000;

let nextPlate = 0;
const arrived = new Map<number, (at: number) => void>();
let areHoles = false;

/** A board that answers, or takes a connection and never says a word. */
async function board(number: number): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (frame) => {
      if (areHoles && number < holeCount) return;
      if (frame[10] === 0xff) arrived.get(number)?.(performance.now());
      socket.write(frame);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const boards = await Promise.all(Array.from({ length: gateCount }, (_, number) => board(number)));
const server = await openBenchServer();
const leading = server.parts.field.lead();
try {
  await server.addPlates(plates);
  const gates = await server.addGates(boards.map((one) => (one.address() as { port: number }).port));
  const address = await server.listen();
  while (!server.parts.field.isLeading()) await pause(10);
  const times = { well: [] as number[], holes: [] as number[] };
  // In turns, so that whatever else the machine does falls on both; the first of each warms.
  for (let round = -2; round < rounds; round += 1) {
    areHoles = round % 2 !== 0;
    const took = await everyGate(address, gates);
    if (round >= 0) times[areHoles ? "holes" : "well"].push(...took);
    await pause(everyMs);
  }
  const [ours, base] = [p99(times.holes), p99(times.well)];
  const ratio = ours / base;
  console.log(
    `p99 of ${gateCount - holeCount} gates: ${ours.toFixed(1)} ms beside ${base.toFixed(1)} ms   ratio ${ratio.toFixed(2)} (limit ${limit}): ${ratio <= limit ? "kept" : "NOT KEPT"}`,
  );
  process.exitCode = ratio <= limit ? 0 : 1;
} finally {
  await leading.stop();
  await server.close();
  for (const one of boards) one.close();
}

/** A car at every gate, at the black holes too; how long each of the others took until its board heard of it. */
async function everyGate(address: string, gates: readonly BenchGate[]): Promise<number[]> {
  const took = gates.map(async (gate, number) => {
    await pause(Math.random() * everyMs);
    const began = performance.now();
    const heard = new Promise<number>((resolve) => arrived.set(number, resolve));
    nextPlate = (nextPlate + 1) % plates;
    const answer = await fetch(`${address}/api/ingest/${gate.deviceId}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-gatehouse-secret": gate.secret },
      body: JSON.stringify({ type: "plate", id: randomUUID(), plate: `P${nextPlate}` }),
    });
    await answer.arrayBuffer();
    return number < holeCount ? undefined : (await heard) - began;
  });
  return (await Promise.all(took)).filter((ms) => ms !== undefined);
}

function p99(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.99)] ?? 0;
}
