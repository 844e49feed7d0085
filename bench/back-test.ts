// How long a back-test of ninety days takes, and what it costs ingest beside it.
// `node bench/back-test.ts` runs the real server with its own PostgreSQL, and prints each ratio with its limit.
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { groupNames, storePastTraffic } from "../packages/server/test/access/back-tests/past-month.ts";
import { generatePastTraffic } from "../packages/simulator/src/history/past-traffic.ts";
import { startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";

const days = 90;
const passagesPerDay = 1_000;
const limitMs = 2_000;
const minIngestRatio = 0.9;
const runs = 5;
const senders = 50;
const blockMs = 4_000;

const server = await startBenchServer();
try {
  const { db } = server.services;
  const { backTests } = server.parts;
  const benchGates = await server.addGates(Array.from({ length: senders }, () => null));
  const [first, second, third, fourth] = benchGates.map(({ gateId }) => gateId);
  await sql`insert into access_areas (name, capacity) values ('Site', 5000)`.execute(db);
  await sql`update gates set "toAreaId" = 1 where id in (${first}, ${second})`.execute(db);
  await sql`update gates set type = 'X', "fromAreaId" = 1 where id in (${third}, ${fourth})`.execute(db);
  await sql`insert into access_rules (name, effect, factors, "antiPassback", mode) values ('All', 'allow', 'any', 'none', 'enforced')`.execute(
    db,
  );
  const now = Date.now();
  const start = new Date(Math.floor(now / dayMs) * dayMs - (days - 1) * dayMs);
  const traffic = generatePastTraffic({
    seed: 1,
    start,
    days,
    passagesPerDay: passagesPerDay * 1.2,
    entries: 2,
    exits: 2,
  });
  const past = {
    ...traffic,
    passages: traffic.passages.filter(({ at }) => at.getTime() < now).slice(-days * passagesPerDay),
  };
  const count = await storePastTraffic(db, past, { N: [first ?? 0, second ?? 0], X: [third ?? 0, fourth ?? 0] });
  await sql`vacuum analyze`.execute(db);
  const { rows: groups } = await sql<{ id: number; name: string }>`select id, name from access_groups`.execute(db);
  await sql`insert into access_schedules (name, windows, exceptions)
    values ('Day', '[{"days": [1, 2, 3, 4, 5], "from": "06:00", "to": "18:00"}]', '[]')`.execute(db);
  const fields = {
    effect: "allow" as const,
    gateIds: [] as number[],
    areaId: null,
    direction: null,
    validFrom: null,
    validTo: null,
  };
  const rest = { factors: "any", quota: null, mode: "enforced", version: 1 } as const;
  const rules = groups.map(({ id, name }) => ({
    ...fields,
    ...rest,
    id,
    name,
    groupId: id,
    scheduleId: name === groupNames.contractor ? 1 : null,
    antiPassback: "hard" as const,
  }));
  const run = () =>
    backTests.run({
      from: start.toISOString(),
      to: new Date(now).toISOString(),
      timeZone: "Europe/Berlin",
      passageSeconds: 10,
      tried: { rules },
      against: null,
      own: [],
    });

  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const began = performance.now();
    const { events, newlyDenied, undecidable } = await run();
    times.push(performance.now() - began);
    if (index === 0)
      console.log(`${count} reads: ${events} passages, ${newlyDenied} newly denied, ${undecidable} undecidable`);
  }
  const tookMs = median(times);
  const timeRatio = tookMs / limitMs;

  await server.addPlates(10_000);
  const address = await server.listen();
  const worker = new Worker(join(import.meta.dirname, "ingest-senders.ts"), {
    workerData: { address, gates: benchGates, plates: 10_000 },
  });
  const ingest = async (): Promise<number> => {
    worker.postMessage({ ms: blockMs });
    return ((await once(worker, "message"))[0] as number) / blockMs;
  };
  const rates = { alone: [] as number[], beside: [] as number[] };
  // Alternating, so load from other processes affects both; the first block of each is a warm-up.
  for (let block = -2; block < 6; block += 1) {
    const isBeside = block % 2 !== 0;
    const [rate] = await Promise.all([ingest(), isBeside ? run() : undefined]);
    if (block >= 0) rates[isBeside ? "beside" : "alone"].push(rate * 1_000);
  }
  await worker.terminate();
  const rate = { alone: median(rates.alone), beside: median(rates.beside) };
  const ingestRatio = rate.beside / rate.alone;
  const isFast = timeRatio <= 1;
  const isQuiet = ingestRatio >= minIngestRatio;
  console.log(
    `${days} days of ${passagesPerDay} passages: ${tookMs.toFixed(0)} ms of ${limitMs} ms   ratio ${timeRatio.toFixed(2)} (limit 1): ${formatVerdict(isFast)}`,
  );
  console.log(
    `ingest beside it: ${rate.beside.toFixed(0)}/s vs ${rate.alone.toFixed(0)}/s   ratio ${ingestRatio.toFixed(2)} (limit ${minIngestRatio}): ${formatVerdict(isQuiet)}`,
  );
  process.exitCode = isFast && isQuiet ? 0 : 1;
} finally {
  await server.close();
}
