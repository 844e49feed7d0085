// 1,000 idle browsers: memory of the server, delay of barriers beside them, and whether all receive an update.
// `node bench/idle-clients.ts` runs the real server as a process of its own and the browsers as another, and prints each
// result with its limit.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPushes, runLoad } from "./gate-load.ts";
import { startGateSite } from "./gate-site.ts";
import { formatVerdict, percentile } from "./measurement.ts";
import { readCpuSeconds, readMemoryMb } from "./process-usage.ts";

const maxRatio = 1.5;
const maxKilobytesPerClient = 50;
const clients = 1_000;
const gateCount = 20;
const plates = 10_000;
const perSecond = 5;
const blockMs = 15_000;
const blocks = 4;
const idleMs = 10_000;

const site = await startGateSite(gateCount, plates);
const { server, boards, senders, nextPlate } = site;
const pid = server.pid ?? 0;
try {
  const { push, close } = await openPushes(server.url, senders);
  const load = (ms: number, rate = perSecond) => runLoad(boards, push, { perSecond: rate, ms, nextPlate });
  await load(10_000, 50); // warm-up
  await sleep(idleMs);
  const times = { alone: [] as number[], beside: [] as number[] };
  const increases: number[] = [];
  const shares: number[] = [];
  let [failures, missed] = [0, 0];
  // Alternating, so load from other processes affects both.
  for (let block = 0; block < blocks; block += 1) {
    const alone = await load(blockMs);
    const before = readMemoryMb(pid);
    const child = await openClients();
    const cpu = readCpuSeconds(pid);
    await sleep(idleMs);
    shares.push(((readCpuSeconds(pid) - cpu) * 1_000) / idleMs);
    increases.push(readMemoryMb(pid) - before);
    const beside = await load(blockMs);
    times.alone.push(...alone.times.flat());
    times.beside.push(...beside.times.flat());
    failures += [alone, beside].reduce((sum, { failed, missing }) => sum + failed + missing, 0);
    missed += await closeClients(child, beside.times.flat().length);
  }
  close();
  console.log(`CPU with ${clients} idle browsers: ${(percentile(shares, 0.5) * 100).toFixed(1)}% of a core`);
  report(`${failures} failed responses or unopened barriers (limit 0)`, failures === 0);
  report(`${missed} updates not received by a browser (limit 0)`, missed === 0);
  const kilobytes = (percentile(increases, 0.5) * 1_024) / clients;
  report(
    `memory for each browser: ${kilobytes.toFixed(1)} KB (limit ${maxKilobytesPerClient})`,
    kilobytes <= maxKilobytesPerClient,
  );
  for (const [name, share] of [
    ["p50", 0.5],
    ["p99", 0.99],
  ] as const) {
    const [beside, alone] = [percentile(times.beside, share), percentile(times.alone, share)];
    report(
      `${name} from push to relay: ${beside.toFixed(1)} ms vs ${alone.toFixed(1)} ms without browsers   ratio ${(beside / alone).toFixed(2)} (limit ${maxRatio})`,
      beside / alone <= maxRatio,
    );
  }
} finally {
  await site.close();
}
process.exit();

/** Starts the browsers and waits until every stream is open. */
async function openClients(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "live-clients.ts"), { serialization: "advanced" });
  child.send({ address: server.url, gates: [], token: site.token, browsers: clients, eventsPerSecond: 0 });
  await once(child, "message");
  return child;
}

/** Ends the browsers; returns how many events they did not receive. */
async function closeClients(child: ChildProcess, events: number): Promise<number> {
  child.send("stop");
  const [{ eventCounts }] = (await once(child, "message")) as [{ eventCounts: number[] }];
  await once(child, "exit");
  return eventCounts.reduce((sum, count) => sum + Math.max(0, events - count), 0);
}

function report(text: string, isMet: boolean): void {
  if (!isMet) process.exitCode = 1;
  console.log(`${text}: ${formatVerdict(isMet)}`);
}
