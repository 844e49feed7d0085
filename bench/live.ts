// 300 browsers follow 50 events a second: what does all of it cost the server, beside taking the events in alone?
// `node bench/live.ts` runs the real server on a PostgreSQL of its own, the browsers in a process of their own, and
// prints the share of a core beside its limit, and the same for a bare stream that writes one frame to each.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";
import { createFirstAdmin } from "../packages/server/src/entities/user/first-admin.ts";
import { openBenchServer } from "./bench-server.ts";

const limit = 0.5;
const browsers = 300;
const eventsPerSecond = 50;
const measuredMs = 15_000;
const framesPerSecond = 20;
const password = "demo-gatehouse";

const server = await openBenchServer();
try {
  await server.addPlates(1_000);
  const gates = await server.addGates(Array.from({ length: 10 }, () => null));
  await createFirstAdmin(server.services.db, password, { isLasting: true });
  const address = await server.listen();
  const token = await signIn(address);
  const alone = await shareOfCore({ address, gates, token, browsers: 0, eventsPerSecond });
  const followed = await shareOfCore({ address, gates, token, browsers, eventsPerSecond });
  const bare = await bareStream(followed.bytesPerSecond);
  const cost = followed.share;
  console.log(
    `${browsers} browsers at ${followed.events} events a second: ${percent(cost)} of a core (limit ${percent(limit)}): ${cost <= limit ? "kept" : "NOT KEPT"}`,
  );
  console.log(`taking the events in alone: ${percent(alone.share)}; a bare stream of as many bytes: ${percent(bare)}`);
  const isWhole = followed.missed === 0;
  console.log(isWhole ? "every browser heard of every event" : `${followed.missed} events were not heard of`);
  process.exitCode = cost <= limit && isWhole ? 0 : 1;
} finally {
  await server.close();
}

interface Order {
  address: string;
  gates: unknown;
  token: string;
  browsers: number;
  eventsPerSecond: number;
}

/** Lets the browsers follow for a while and gives how much of a core this process used meanwhile. */
async function shareOfCore(order: Order) {
  const child = fork(join(import.meta.dirname, "live-browsers.ts"), { serialization: "advanced" });
  child.send(order);
  await once(child, "message"); // everybody is connected
  await sleep(1_000);
  const before = process.cpuUsage();
  const began = performance.now();
  await sleep(measuredMs);
  const used = process.cpuUsage(before);
  const elapsedMs = performance.now() - began;
  child.send("stop");
  const [told] = (await once(child, "message")) as [{ events: number; missed: number; bytesPerSecond: number }];
  await once(child, "exit");
  return { share: (used.user + used.system) / 1_000 / elapsedMs, ...told };
}

/** The limit of what a stream can cost: frames of the same size, written to as many connections, and nothing else. */
async function bareStream(bytesPerSecond: number): Promise<number> {
  const readers = new Set<{ write(text: string): unknown }>();
  const bare = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    answer.write("event: alive\ndata: {}\n\n");
    readers.add(answer);
  }).listen(0, "127.0.0.1");
  await once(bare, "listening");
  const { port } = bare.address() as { port: number };
  const size = Math.round(bytesPerSecond / browsers / framesPerSecond);
  const frame = `event: events\ndata: ${"x".repeat(Math.max(1, size - 22))}\n\n`;
  const writing = setInterval(() => {
    for (const reader of readers) reader.write(frame);
  }, 1_000 / framesPerSecond);
  const order = { address: `http://127.0.0.1:${port}`, gates: [], token: "", browsers, eventsPerSecond: 0 };
  const { share } = await shareOfCore(order);
  clearInterval(writing);
  bare.closeAllConnections();
  bare.close();
  return share;
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}${apiPath}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "app-id": consoleAppId },
    body: JSON.stringify({ username: "admin", password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
