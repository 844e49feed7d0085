// Ingest throughput and latency with fifty devices, compared with the same statements in the same batches, and with rules
// compared with a site without rules. Both sites have a million identifiers.
// `node bench/ingest.ts` runs the real server with its own PostgreSQL, and prints each ratio with its limit.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { startPassageConfirmation } from "../packages/server/src/access/rules/confirm-passages.ts";
import { loadLastEvent, storeBareBatch } from "./bare-ingest.ts";
import { type BenchGate, type BenchServer, connectClient, startTwinServers } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";
import { addPresence, addRules, ruleSite } from "./rule-site.ts";

const minThroughputRatio = 0.6;
const maxLatencyRatio = 2;
const senders = 50;
const minRulesRatio = 0.9;
const minPresenceRatio = 0.5;
const plates = 1_000_000;
const blocks = 6;
const blockMs = 1_500;
const pairs = 12;
const warmUpPairs = 3;
const singles = 100;

const [server, ruled] = await startTwinServers(plates);
try {
  const { db } = server.services;
  const plainSite = await openSite(server);
  const { gates } = plainSite;
  const { runTask, stop } = startSenders(plainSite);

  let batchSizes: number[] = [];
  let stored: object = {};
  const rates = { ours: [] as number[], bare: [] as number[] };
  const times = { ours: [] as number[], bare: [] as number[] };
  // Alternating, so load from other processes affects both; the first block of each is a warm-up.
  for (let block = -2; block < blocks; block += 1) {
    const isOurs = block % 2 === 0;
    const began = performance.now();
    const count = isOurs ? await runTask<number>({ ms: blockMs }) : await runBareBatches(gates, batchSizes);
    const tookMs = performance.now() - began;
    if (isOurs) {
      batchSizes = await loadBatchSizes(count);
      stored = await loadLastEvent(db);
    }
    const alone = isOurs ? await runTask<number[]>({ singles }) : await runBareSingles(gates);
    if (block < 0) continue;
    rates[isOurs ? "ours" : "bare"].push((count * 1_000) / tookMs);
    times[isOurs ? "ours" : "bare"].push(...alone);
  }
  await stop();
  const rate = { ours: median(rates.ours), bare: median(rates.bare) };
  const alone = { ours: median(times.ours), bare: median(times.bare) };
  const throughputRatio = rate.ours / rate.bare;
  const latencyRatio = alone.ours / alone.bare;
  console.log(
    `${senders} senders: ${rate.ours.toFixed(0)}/s vs ${rate.bare.toFixed(0)}/s   ratio ${throughputRatio.toFixed(2)} (limit ${minThroughputRatio}): ${formatVerdict(throughputRatio >= minThroughputRatio)}`,
  );
  console.log(
    `one event: ${alone.ours.toFixed(2)} ms vs ${alone.bare.toFixed(2)} ms   ratio ${latencyRatio.toFixed(2)} (limit ${maxLatencyRatio}): ${formatVerdict(latencyRatio <= maxLatencyRatio)}`,
  );
  if (throughputRatio < minThroughputRatio || latencyRatio > maxLatencyRatio) process.exitCode = 1;

  const ruledSite = await openSite(ruled);
  const confirmation = startPassageConfirmation(ruled.services);
  const client = await connectClient(ruled.connection);
  await addRules(client);
  const withRules = await compareRates(plainSite, ruledSite);
  const isMet = withRules >= minRulesRatio;
  if (!isMet) process.exitCode = 1;
  console.log(
    `with ${ruleSite.rules} rules: ratio ${withRules.toFixed(2)} (limit ${minRulesRatio}): ${formatVerdict(isMet)}`,
  );
  await addPresence(client);
  await client.end();
  const withPresence = await compareRates(plainSite, ruledSite);
  const isPresenceMet = withPresence >= minPresenceRatio;
  if (!isPresenceMet) process.exitCode = 1;
  console.log(
    `with areas and presence: ratio ${withPresence.toFixed(2)} (limit ${minPresenceRatio}): ${formatVerdict(isPresenceMet)}`,
  );
  await confirmation.stop();

  /** The median ratio of throughputs in adjacent blocks of both sites, in alternating order. */
  async function compareRates(plain: BenchSite, other: BenchSite): Promise<number> {
    ruled.parts.siteCache.drop();
    const sending = { plain: startSenders(plain), other: startSenders(other) };
    const ratios: number[] = [];
    for (let pair = -warmUpPairs; pair < pairs; pair += 1) {
      const rate = { plain: 0, other: 0 };
      for (const side of pair % 2 === 0 ? (["plain", "other"] as const) : (["other", "plain"] as const)) {
        const began = performance.now();
        const count = await sending[side].runTask<number>({ ms: blockMs });
        rate[side] = count / (performance.now() - began);
      }
      if (pair >= 0) ratios.push(rate.other / rate.plain);
    }
    await sending.plain.stop();
    await sending.other.stop();
    return median(ratios);
  }

  /** Loads the number of events per transaction, in order. */
  async function loadBatchSizes(count: number): Promise<number[]> {
    const { rows } = await sql<{ size: number }>`
      select count(*)::integer as size from (select id, xmin::text as tx from events order by id desc limit ${count}) last
      group by tx order by min(id)`.execute(db);
    return rows.map(({ size }) => size);
  }

  /** Runs the statements of the same batches, without requests, parsing or decisions. */
  async function runBareBatches(benchGates: readonly BenchGate[], sizes: readonly number[]): Promise<number> {
    for (const size of sizes)
      await runBareBatch(
        Array.from({ length: size }, (_, index) => benchGates[index % benchGates.length] as BenchGate),
      );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async function runBareSingles(benchGates: readonly BenchGate[]): Promise<number[]> {
    const taken: number[] = [];
    for (let index = 0; index < singles; index += 1) {
      const began = performance.now();
      await runBareBatch([benchGates[index % benchGates.length] as BenchGate]);
      taken.push(performance.now() - began);
    }
    return taken;
  }

  function runBareBatch(group: readonly BenchGate[]): Promise<void> {
    const batch = group.map(({ deviceId, gateId }) => ({
      deviceId,
      gateId,
      id: randomUUID(),
      plate: `P${Math.floor(Math.random() * plates)}`,
    }));
    return storeBareBatch(db, stored, batch, "all");
  }
} finally {
  await ruled.close();
  await server.close();
}

interface BenchSite {
  readonly address: string;
  readonly gates: readonly BenchGate[];
}

async function openSite(site: BenchServer): Promise<BenchSite> {
  const gates = await site.addGates(Array.from({ length: senders }, () => null));
  return { address: await site.listen(), gates };
}

/** Connects the devices of a site. The server closes connections that are idle for long. */
function startSenders(site: BenchSite) {
  const worker = new Worker(join(import.meta.dirname, "ingest-senders.ts"), { workerData: { ...site, plates } });
  return {
    runTask: async <Result>(task: object): Promise<Result> => {
      worker.postMessage(task);
      return (await once(worker, "message"))[0] as Result;
    },
    stop: () => worker.terminate(),
  };
}
