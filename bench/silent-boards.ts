// Fifty gates, five of them with silent relay boards: do the other barriers open later than with none silent?
// `node bench/silent-boards.ts` runs the real server with its own PostgreSQL, and prints the p99 ratio with its limit.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchGate, startBenchServer } from "./bench-server.ts";
import { formatVerdict, percentile } from "./measurement.ts";

const maxRatio = 1.5;
const gateCount = 50;
const silentCount = 5;
const rounds = 40;
const roundPauseMs = 200;
const plates = 100_000;
const maxReleaseMs = 60_000;

let nextPlate = 0;
const onCommand = new Map<number, (at: number) => void>();
let areSilent = false;

/** Starts a relay board that echoes each frame, or accepts connections without replying while it is silent. */
async function startBoard(number: number): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (frame) => {
      if (areSilent && number < silentCount) return;
      if (frame[10] === 0xff) onCommand.get(number)?.(performance.now());
      socket.write(frame);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const boards = await Promise.all(Array.from({ length: gateCount }, (_, number) => startBoard(number)));
const server = await startBenchServer();
const leading = server.parts.commandSender.start();
try {
  await server.addPlates(plates);
  const gates = await server.addGates(boards.map((board) => (board.address() as { port: number }).port));
  const address = await server.listen();
  while (!server.parts.commandSender.isLeading()) await pause(10);
  const times = { healthy: [] as number[], silent: [] as number[] };
  // Alternating, so load from other processes affects both; the first round of each is a warm-up.
  for (let round = -2; round < rounds; round += 1) {
    areSilent = round % 2 !== 0;
    const measured = await measureRound(address, gates);
    if (round >= 0) times[areSilent ? "silent" : "healthy"].push(...measured);
    await pause(roundPauseMs);
  }
  const [silent, healthy] = [percentile(times.silent, 0.99), percentile(times.healthy, 0.99)];
  const ratio = silent / healthy;
  const isMet = ratio <= maxRatio;
  console.log(
    `p99 of ${gateCount - silentCount} gates: ${silent.toFixed(1)} ms vs ${healthy.toFixed(1)} ms   ratio ${ratio.toFixed(2)} (limit ${maxRatio}): ${formatVerdict(isMet)}`,
  );
  process.exitCode = isMet ? 0 : 1;
} finally {
  areSilent = false;
  await waitForReleases();
  await leading.stop();
  await server.close();
  for (const board of boards) board.close();
}

/**
 * Waits until every relay is released. The server retries the release of a relay whose board is silent, and its timer
 * would keep this process alive.
 */
async function waitForReleases(): Promise<void> {
  const { db } = server.services;
  const deadline = performance.now() + maxReleaseMs;
  while (performance.now() < deadline) {
    const pending = await db.selectFrom("relay_releases").select("host").limit(1).executeTakeFirst();
    if (!pending) return;
    await pause(100);
  }
  throw new Error(`Relays are still not released after ${maxReleaseMs / 1_000} s.`);
}

/** Sends a car to every gate; returns the time until each board that is never silent received its command, in ms. */
async function measureRound(address: string, gates: readonly BenchGate[]): Promise<number[]> {
  const durations = gates.map(async (gate, number) => {
    await pause(Math.random() * roundPauseMs);
    const began = performance.now();
    const commandAt = new Promise<number>((resolve) => onCommand.set(number, resolve));
    nextPlate = (nextPlate + 1) % plates;
    const response = await fetch(`${address}/api/ingest/${gate.deviceId}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-gatehouse-secret": gate.secret },
      body: JSON.stringify({ type: "plate", id: randomUUID(), plate: `P${nextPlate}` }),
    });
    await response.arrayBuffer();
    return number < silentCount ? undefined : (await commandAt) - began;
  });
  return (await Promise.all(durations)).filter((ms) => ms !== undefined);
}
