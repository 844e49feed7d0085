// Time from the push to the command on the barrier's socket at 1, 50 and 500 events per second, next to the sum of
// its parts at the same rate. The parts are the bare statements in one transaction, and the bare socket.
// `node bench/relay-rates.ts [rate...]` runs the real server as a process of its own, and prints each ratio with its limit.
import { join } from "node:path";
import { connectDatabase } from "../packages/server/src/platform/database/database.ts";
import { postgresPid } from "../packages/server/test/start/processes.ts";
import { runBarePassage } from "./bare-passage.ts";
import { type LoadResult, openPushes, type Push, runLoad } from "./gate-load.ts";
import { startGateSite } from "./gate-site.ts";
import { formatVerdict, percentile } from "./measurement.ts";
import { readCpuSeconds } from "./process-usage.ts";

const maxRatio = 2;
const minBareShare = 0.95;
const maxBareMs = 1_000;
const gateCount = 50;
const plates = 100_000;
const warmUpMs = 10_000;
/** Both sides are measured in blocks in turn, so that load from other processes affects both. */
const allRates = [
  { perSecond: 1, blockMs: 10_000, blocks: 10 },
  { perSecond: 50, blockMs: 5_000, blocks: 4 },
  { perSecond: 500, blockMs: 5_000, blocks: 4 },
];
const chosen = process.argv.slice(2).map(Number);
const rates = allRates.filter(({ perSecond }) => chosen.length === 0 || chosen.includes(perSecond));
if (rates.length === 0) throw new Error("The rates are 1, 50 and 500.");

const site = await startGateSite(gateCount, plates);
const { server, boards, senders, nextPlate } = site;
const db = connectDatabase({ host: join(site.dataDir, "postgres"), user: "gatehouse", database: "gatehouse" });
try {
  const gateIds = await listGateIds();
  const ours = await openPushes(server.url, senders);
  const bare: Push = async (gate, plate) => {
    const [deviceId, gateId, port] = [senders[gate]?.id ?? 0, gateIds[gate] ?? 0, boards[gate]?.port ?? 0];
    await runBarePassage(db, { deviceId, gateId, port }, plate);
    return 200;
  };
  for (const push of [ours.push, bare]) await runLoad(boards, push, { perSecond: 200, ms: warmUpMs / 2, nextPlate });
  for (const { perSecond, blockMs, blocks } of rates) {
    const results = { ours: [] as LoadResult[], bare: [] as LoadResult[] };
    const cpu: { server: number; postgres: number }[] = [];
    for (let block = 0; block < blocks; block += 1) {
      const before = readCpu();
      results.ours.push(await runLoad(boards, ours.push, { perSecond, ms: blockMs, nextPlate }));
      const after = readCpu();
      const share = (name: "server" | "postgres") => ((after[name] - before[name]) * 1_000) / blockMs;
      cpu.push({ server: share("server"), postgres: share("postgres") });
      results.bare.push(await runLoad(boards, bare, { perSecond, ms: blockMs, nextPlate }));
    }
    report(perSecond, results.ours, results.bare);
    const mean = (name: "server" | "postgres") => cpu.reduce((sum, used) => sum + used[name], 0) / cpu.length;
    console.log(
      `    CPU: server ${formatShare(mean("server"))}, PostgreSQL ${formatShare(mean("postgres"))} of a core`,
    );
  }
  ours.close();
} finally {
  await db.destroy();
  await site.close();
}
process.exit();

async function listGateIds(): Promise<number[]> {
  const { rows } = await site.db.query<{ id: number }>(
    `select g.id from gates g join cameras c on c.id = g."cameraId"
     join unnest($1::integer[]) with ordinality d(id, position) on d.id = c."aiDeviceId" order by d.position`,
    [senders.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

function readCpu() {
  const postgres = readCpuSeconds(postgresPid(site.dataDir), "all");
  return { server: readCpuSeconds(server.pid ?? 0), postgres };
}

function report(perSecond: number, ours: readonly LoadResult[], bare: readonly LoadResult[]): void {
  const [oursMs, bareMs] = [ours, bare].map((results) => results.flatMap(({ times }) => times.flat())) as [
    number[],
    number[],
  ];
  const failures = ours.reduce((sum, { failed, missing }) => sum + failed + missing, 0);
  const [ourRate, bareRate] = [meanRate(ours), meanRate(bare)];
  console.log(`${perSecond} events/s (${ourRate.toFixed(1)} reached, ${oursMs.length} measured, ${failures} failed)`);
  if (failures > 0) process.exitCode = 1;
  // The parts use one transaction for each event. Beyond their throughput, a comparison would say nothing.
  const isComparable = bareRate >= minBareShare * perSecond && percentile(bareMs, 0.5) < maxBareMs;
  if (!isComparable) console.log(`  the bare statements don't keep up: ${bareRate.toFixed(1)} events/s, no limit`);
  for (const [name, share] of [
    ["p50", 0.5],
    ["p99", 0.99],
  ] as const) {
    const [our, parts] = [percentile(oursMs, share), percentile(bareMs, share)];
    const isMet = !isComparable || our / parts <= maxRatio;
    if (!isMet) process.exitCode = 1;
    const verdict = isComparable
      ? `   ratio ${(our / parts).toFixed(2)} (limit ${maxRatio}): ${formatVerdict(isMet)}`
      : "";
    console.log(`  ${name} ${our.toFixed(2)} ms vs ${parts.toFixed(2)} ms${verdict}`);
  }
}

function meanRate(results: readonly LoadResult[]): number {
  return results.reduce((sum, { perSecond }) => sum + perSecond, 0) / results.length;
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
