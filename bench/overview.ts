// Time to load a chart over a year of events, compared with one over a day, and how much the counts slow ingest
// down. `node bench/overview.ts [events]` runs PostgreSQL on its own folder, and prints each ratio with its limit. Fewer
// than ten million events give a quick estimate.
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Series } from "@gatehouse/contract/entities/overview";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { apiPath } from "@gatehouse/contract/runtime-config";
import { sql } from "kysely";
import { createFirstAdmin } from "../packages/server/src/people/auth/first-admin.ts";
import { addUpCounts } from "../packages/server/src/record/overview/overview-jobs.ts";
import { type BenchServer, connectClient, startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";
import { password, signInHeaders } from "./sign-in.ts";

const maxChartRatio = 2;
const minIngestRatio = 0.95;
const events = Number(process.argv[2] ?? 10_000_000);
const eventsPerInsert = 500_000;
const gates = 20;
const rounds = 60;
const days = 365;
/** The events end with today's midnight. */
const end = new Date(Math.floor(Date.now() / dayMs) * dayMs);

const senders = 20;
const plates = 10_000;
const blocks = 24;
const blockMs = 1_500;

/** Inserts the events with the numbers $1 to $2, evenly spread from the second $3 on. */
const insertEvents = `
  insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
    "plateNormalized", direction, "gateId", "gateName", "isGranted", reason, trace, listing)
  select n, 'ANPR_ACCESS_CONTROL', case when n % 50 = 0 then 'RECEIVED' else 'PROCESSED' end, 'live', at, at,
    'Camera ' || n % $5::integer, '', plate, plate, plate, case when n % 2 = 0 then 'N' else 'X' end,
    1 + n % $5::integer, 'Gate', n % 50 <> 0, '', '{}', 'gate'
  from generate_series($1::integer, $2::integer) n, lateral (
    select to_timestamp($3::double precision + (n - 0.5) * $4::double precision) as at, 'P' || n % 100000 as plate) made`;

const areLimitsMet = [await compareCharts(), await compareIngest()];
process.exitCode = areLimitsMet.every(Boolean) ? 0 : 1;

async function compareCharts(): Promise<boolean> {
  const server = await startBenchServer();
  try {
    const began = performance.now();
    await storeYear(server);
    console.log(`${events} events stored and added up in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    const { db } = server.services;
    await createFirstAdmin(db, password, { isPermanent: true });
    const address = await server.listen();
    const headers = await signInHeaders(address);
    const load = async (length: number, step: string) => {
      const from = new Date(end.getTime() - length * dayMs).toISOString();
      const query = new URLSearchParams({ name: "entries", step, from, to: end.toISOString() });
      const response = await fetch(`${address}${apiPath}/overview/series?${query}`, { headers });
      return ((await response.json()) as Series).points;
    };
    const charts = { day: () => load(1, "hour"), year: () => load(days, "day") };
    const times = { day: [] as number[], year: [] as number[] };
    // Alternating, so load from other processes affects both.
    for (let round = -4; round < rounds; round += 1) {
      for (const name of ["day", "year"] as const) {
        const began = performance.now();
        const points = await charts[name]();
        if (points.every(({ value }) => value === 0)) throw new Error("The chart has no events");
        if (round >= 0) times[name].push(performance.now() - began);
      }
    }
    const [year, day] = [median(times.year), median(times.day)];
    const isMet = year / day <= maxChartRatio;
    console.log(
      `chart of ${events} events: year ${year.toFixed(2)} ms vs day ${day.toFixed(2)} ms   ratio ${(year / day).toFixed(2)} (limit ${maxChartRatio}): ${formatVerdict(isMet)}`,
    );
    return isMet;
  } finally {
    await server.close();
  }
}

/** Stores a year of events and adds them up, as the leader does after an upgrade. */
async function storeYear({ services, connection }: BenchServer): Promise<void> {
  const client = await connectClient(connection);
  try {
    await storeEvents(client);
    while (await addUpCounts(services));
    await client.query("vacuum analyze events, overview_counts, overview_deltas");
  } finally {
    await client.end();
  }
}

async function storeEvents(client: Awaited<ReturnType<typeof connectClient>>): Promise<void> {
  const from = new Date(end.getTime() - days * dayMs);
  await client.query(
    "select ensure_event_partitions(month) from generate_series($1::timestamptz, now(), interval '1 month') month",
    [from],
  );
  const { rows } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'events_page'",
  );
  // Charts use no index of the events, and only the first one is needed to add them up. Filling them takes long.
  await client.query("drop index events_page, events_source, events_gate, events_plate");
  await client.query("alter table events disable trigger count_added_events");
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  const stepSeconds = (days * dayMs) / events / 1_000;
  for (let first = 1; first <= events; first += eventsPerInsert)
    await client.query(insertEvents, [
      first,
      Math.min(events, first + eventsPerInsert - 1),
      from.getTime() / 1_000,
      stepSeconds,
      gates,
    ]);
  // The definition names the partitioned table only; without the word, each partition gets its index.
  await client.query((rows[0]?.indexdef ?? "").replace(" ON ONLY ", " ON "));
  await client.query("analyze events");
  await client.query("alter table events enable trigger count_added_events");
}

async function compareIngest(): Promise<boolean> {
  const server = await startBenchServer();
  try {
    const { db } = server.services;
    await server.addPlates(plates);
    const benchGates = await server.addGates(Array.from({ length: senders }, () => null));
    const workerData = { address: await server.listen(), gates: benchGates, plates };
    const worker = new Worker(join(import.meta.dirname, "ingest-senders.ts"), { workerData });
    const rates = { counted: [] as number[], bare: [] as number[] };
    // Alternating, so load from other processes affects both; the first blocks are a warm-up.
    for (let block = -2; block < blocks; block += 1) {
      const isCounted = block % 2 === 0;
      await sql`alter table events ${sql.raw(isCounted ? "enable" : "disable")} trigger count_added_events`.execute(db);
      const began = performance.now();
      worker.postMessage({ ms: blockMs });
      const [count] = (await once(worker, "message")) as [number];
      if (block >= 0) rates[isCounted ? "counted" : "bare"].push((count * 1_000) / (performance.now() - began));
    }
    await worker.terminate();
    const [counted, bare] = [median(rates.counted), median(rates.bare)];
    const isMet = counted / bare >= minIngestRatio;
    console.log(
      `ingest with counts ${counted.toFixed(0)}/s vs ${bare.toFixed(0)}/s   ratio ${(counted / bare).toFixed(3)} (limit ${minIngestRatio}): ${formatVerdict(isMet)}`,
    );
    return isMet;
  } finally {
    await server.close();
  }
}
