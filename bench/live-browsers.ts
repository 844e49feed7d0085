// The browsers and devices of bench/live.ts, in a process of their own.
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
const following = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
const heard = new Array<number>(browsers).fill(0);
let bytes = 0;
let stored = 0;
let isOver = false;

await Promise.all(heard.map((_, browser) => follow(browser)));
process.send?.("ready");
const began = performance.now();
const pushing = eventsPerSecond > 0 ? push() : Promise.resolve();
await once(process, "message");
isOver = true;
await pushing;
const seconds = (performance.now() - began) / 1_000;
await sleep(1_500);
const missed = eventsPerSecond === 0 ? 0 : heard.reduce((sum, count) => sum + Math.max(0, stored - count), 0);
process.send?.({ events: Math.round(stored / seconds), missed, bytesPerSecond: bytes / seconds });
process.exit(0);

/** Follows as a tab does; each event row of a frame counts. */
async function follow(browser: number): Promise<void> {
  const asking = get(`${address}${apiPath}/live`, {
    agent: following,
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
  });
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  let rest = "";
  answer.setEncoding("utf8").on("data", (text: string) => {
    bytes += text.length;
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) heard[browser] = (heard[browser] ?? 0) + (frame.match(/"receivedAt":/g)?.length ?? 0);
  });
}

/** Pushes plates at a steady pace, whatever the answers take. */
async function push(): Promise<void> {
  const sent: Promise<void>[] = [];
  for (let count = 0; !isOver; count += 1) {
    sent.push(pushOne(gates[count % gates.length] as BenchGate, count));
    const due = began + ((count + 1) * 1_000) / eventsPerSecond;
    await sleep(Math.max(0, due - performance.now()));
  }
  await Promise.all(sent);
}

async function pushOne({ deviceId, secret }: BenchGate, count: number): Promise<void> {
  const body = JSON.stringify({ type: "plate", id: randomUUID(), plate: `X${count}` });
  const sending = request(`${address}/api/ingest/${deviceId}`, {
    agent,
    method: "POST",
    headers: { "content-type": "application/json", "x-gatehouse-secret": secret },
  });
  sending.end(body);
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  answer.resume();
  if (answer.statusCode !== 200) throw new Error(`A push was answered with ${answer.statusCode}.`);
  stored += 1;
}
