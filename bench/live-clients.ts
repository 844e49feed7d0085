// The browsers of bench/idle-clients.ts, and those and the devices of bench/live-updates.ts, as a child process.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, get, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { BenchGate } from "./bench-server.ts";

const [{ address, gates, token, browsers, eventsPerSecond }] = (await once(process, "message")) as [
  { address: string; gates: BenchGate[]; token: string; browsers: number; eventsPerSecond: number },
];
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const streamAgent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
const eventCounts = new Array<number>(browsers).fill(0);
let bytes = 0;
let storedCount = 0;
let isStopping = false;

await Promise.all(eventCounts.map((_, browser) => openStream(browser)));
process.send?.("ready");
const began = performance.now();
const pushing = eventsPerSecond > 0 ? pushPlates() : Promise.resolve();
await once(process, "message");
isStopping = true;
await pushing;
const seconds = (performance.now() - began) / 1_000;
await sleep(1_500);
const missed =
  eventsPerSecond === 0 ? 0 : eventCounts.reduce((sum, count) => sum + Math.max(0, storedCount - count), 0);
process.send?.({ events: Math.round(storedCount / seconds), missed, eventCounts, bytesPerSecond: bytes / seconds });
process.exit(0);

/** Opens a live stream as a browser tab does and counts the events in its frames. */
async function openStream(browser: number): Promise<void> {
  const streamRequest = get(`${address}${apiPath}/live`, {
    agent: streamAgent,
    // The server limits the connections of one address.
    localAddress: `127.1.${browser >> 8}.${browser & 255 || 1}`,
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
  });
  const [response] = (await once(streamRequest, "response")) as [IncomingMessage];
  let rest = "";
  response.setEncoding("utf8").on("data", (text: string) => {
    bytes += text.length;
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames)
      eventCounts[browser] = (eventCounts[browser] ?? 0) + (frame.match(/"receivedAt":/g)?.length ?? 0);
  });
}

/** Pushes plates at a constant rate, independent of response times. */
async function pushPlates(): Promise<void> {
  const sent: Promise<void>[] = [];
  for (let count = 0; !isStopping; count += 1) {
    sent.push(pushOne(gates[count % gates.length] as BenchGate, count));
    const due = began + ((count + 1) * 1_000) / eventsPerSecond;
    await sleep(Math.max(0, due - performance.now()));
  }
  await Promise.all(sent);
}

async function pushOne({ deviceId, secret }: BenchGate, count: number): Promise<void> {
  const body = JSON.stringify({ type: "plate", id: randomUUID(), plate: `X${count}` });
  const pushRequest = request(`${address}/api/ingest/${deviceId}`, {
    agent,
    method: "POST",
    headers: { "content-type": "application/json", "x-gatehouse-secret": secret },
  });
  pushRequest.end(body);
  const [response] = (await once(pushRequest, "response")) as [IncomingMessage];
  response.resume();
  if (response.statusCode !== 200) throw new Error(`A push returned ${response.statusCode}.`);
  storedCount += 1;
}
