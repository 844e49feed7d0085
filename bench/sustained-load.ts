// 300 events per second for ten minutes with one unresponsive device among 20. Does a response fail? Do the other barriers
// open later than with all healthy? Does memory return to its start?
// `node bench/sustained-load.ts [--minutes N] [--rate N]` runs the real server as a process of its own, and prints each result
// with its limit. All devices are healthy for a fifth of the time before and after.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { postgresPid } from "../packages/server/test/start/processes.ts";
import { type LoadResult, openPushes, runLoad } from "./gate-load.ts";
import { startGateSite } from "./gate-site.ts";
import { formatVerdict, percentile } from "./measurement.ts";
import { readCpuSeconds, readMemoryMb } from "./process-usage.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, rate: { type: "string", default: "300" } },
});
const [minutes, perSecond] = [Number(values.minutes), Number(values.rate)];
if (!(minutes > 0 && perSecond > 0)) throw new Error("--minutes and --rate must be numbers above 0");

const maxRatio = 1.5;
const maxMemoryRatio = 1.1;
const gateCount = 20;
const plates = 100_000;
/** The first load fills the caches and the allocator once; later loads reuse that. */
const warmUpMs = 120_000;
const maxSettleMs = 60_000;

let isDeviceSilent = false;
/** The APIs that health checks call: of the device at the first gate, and of all others. */
const devices = [await startDevice(() => isDeviceSilent), await startDevice(() => false)] as const;

const site = await startGateSite(gateCount, plates);
const { server, boards, senders, nextPlate } = site;
const pid = server.pid ?? 0;
try {
  const ports = devices.map((device) => (device.address() as { port: number }).port);
  const firstId = senders[0]?.id;
  await site.db.query(`update ai_devices set "apiPort" = case when id = $1 then $2::integer else $3 end`, [
    firstId,
    ...ports,
  ]);
  const { push, close } = await openPushes(server.url, senders);
  const load = (ms: number) => runLoad(boards, push, { perSecond, ms, nextPlate });
  const freshMb = readMemoryMb(pid);
  await load(warmUpMs);
  const startMb = await settleMemory(0);
  console.log(`memory: ${freshMb.toFixed(0)} MB after the start, ${startMb.toFixed(0)} MB a minute after a warm-up`);

  const silentMs = minutes * 60_000;
  const before = await runPhase("all healthy", () => load(silentMs / 5));
  setSilent(true);
  const silent = await runPhase("one unresponsive", () => load(silentMs));
  setSilent(false);
  const after = await runPhase("all healthy", () => load(silentMs / 5));
  close();

  const failed = [before, silent, after].reduce((sum, result) => sum + result.failed + result.missing, 0);
  report(`${failed} failed responses or unopened barriers (limit 0)`, failed === 0);
  const healthyMs = percentile([...otherGates(before), ...otherGates(after)], 0.99);
  const besideMs = percentile(otherGates(silent), 0.99);
  report(
    `p99 of the other gates: ${besideMs.toFixed(1)} ms vs ${healthyMs.toFixed(1)} ms   ratio ${(besideMs / healthyMs).toFixed(2)} (limit ${maxRatio})`,
    besideMs / healthyMs <= maxRatio,
  );
  const endMb = await settleMemory(startMb * maxMemoryRatio);
  report(
    `memory within a minute after the load: ${endMb.toFixed(0)} MB vs ${startMb.toFixed(0)} MB   ratio ${(endMb / startMb).toFixed(2)} (limit ${maxMemoryRatio})`,
    endMb / startMb <= maxMemoryRatio,
  );
} finally {
  setSilent(false);
  await site.close();
  for (const device of devices) device.close();
}
process.exit();

async function startDevice(isSilent: () => boolean): Promise<Server> {
  const device = createServer((_, response) => {
    if (!isSilent()) response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(device, "listening");
  return device;
}

function setSilent(isSilent: boolean): void {
  isDeviceSilent = isSilent;
  const [first] = boards;
  if (first) first.isSilent = isSilent;
}

/** The times of the gates that are never unresponsive. */
function otherGates({ times }: LoadResult): number[] {
  return times.slice(1).flat();
}

/** Runs a part of the load and prints its times and the CPU use. */
async function runPhase(name: string, run: () => Promise<LoadResult>): Promise<LoadResult> {
  const began = performance.now();
  const before = readCpu();
  const result = await run();
  const seconds = (performance.now() - began) / 1_000;
  const shares = readCpu().map(
    ([part, used], index) => `${part} ${(((used - (before[index]?.[1] ?? 0)) / seconds) * 100).toFixed(0)}%`,
  );
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(otherGates(result), share).toFixed(1));
  console.log(
    `${name}: ${result.perSecond.toFixed(0)} events/s for ${seconds.toFixed(0)} s, p50 ${p50} ms, p99 ${p99} ms, ${result.failed} failed, ${result.missing} unopened; memory ${readMemoryMb(pid).toFixed(0)} MB; CPU of a core: ${shares.join(", ")}`,
  );
  return result;
}

function readCpu(): [part: string, seconds: number][] {
  return [
    ["server", readCpuSeconds(pid)],
    ["PostgreSQL", readCpuSeconds(postgresPid(site.dataDir), "all")],
    ["senders and boards", readCpuSeconds(process.pid)],
  ];
}

/** Waits until memory is below a value, for a minute at most; returns the lowest. */
async function settleMemory(wantedMb: number): Promise<number> {
  let lowestMb = readMemoryMb(pid);
  for (const until = performance.now() + maxSettleMs; lowestMb > wantedMb && performance.now() < until; ) {
    await sleep(1_000);
    lowestMb = Math.min(lowestMb, readMemoryMb(pid));
  }
  return lowestMb;
}

function report(text: string, isMet: boolean): void {
  if (!isMet) process.exitCode = 1;
  console.log(`${text}: ${formatVerdict(isMet)}`);
}
