// Fifty devices push plates at once: how near is ingest to a bare loop that runs the same statements, grouped the same?
// `node bench/ingest.ts` runs PostgreSQL on a folder of its own, and prints each ratio beside its limit.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { type BatchTransaction, inBatch } from "../packages/server/src/live/ingest/batch-connection.ts";
import {
  findIdentifiers,
  findPassages,
  findReservations,
  lockGates,
  markSeen,
  storeEvents,
  storePassages,
  takeKeys,
  tellEvents,
} from "../packages/server/src/live/ingest/batch-statements.ts";
import { type BenchGate, openBenchServer } from "./bench-server.ts";

const groupedLimit = 0.6;
const singleLimit = 2;
const senders = 50;
const plates = 200_000;
const blocks = 6;
const blockMs = 1_500;
const singles = 100;

const server = await openBenchServer();
try {
  const { db } = server.services;
  await server.addPlates(plates);
  const gates = await server.addGates(Array.from({ length: senders }, () => null));
  const address = await server.listen();
  const worker = new Worker(join(import.meta.dirname, "ingest-senders.ts"), { workerData: { address, gates, plates } });
  const order = async <Answer>(what: object): Promise<Answer> => {
    worker.postMessage(what);
    return (await once(worker, "message"))[0] as Answer;
  };

  let groups: number[] = [];
  let stored: object = {};
  const rates = { ours: [] as number[], bare: [] as number[] };
  const times = { ours: [] as number[], bare: [] as number[] };
  // In turns, so that whatever else the machine does falls on both; the first of each warms.
  for (let block = -2; block < blocks; block += 1) {
    const isOurs = block % 2 === 0;
    const began = performance.now();
    const count = isOurs ? await order<number>({ ms: blockMs }) : await bareBatches(gates, groups);
    const tookMs = performance.now() - began;
    if (isOurs) {
      groups = await groupsOfLast(count);
      stored = await lastStored();
    }
    const alone = isOurs ? await order<number[]>({ singles }) : await bareAlone(gates);
    if (block < 0) continue;
    rates[isOurs ? "ours" : "bare"].push((count * 1_000) / tookMs);
    times[isOurs ? "ours" : "bare"].push(...alone);
  }
  await worker.terminate();
  const rate = { ours: median(rates.ours), bare: median(rates.bare) };
  const alone = { ours: median(times.ours), bare: median(times.bare) };
  const grouped = rate.ours / rate.bare;
  const single = alone.ours / alone.bare;
  console.log(
    `${senders} senders: ${rate.ours.toFixed(0)}/s beside ${rate.bare.toFixed(0)}/s   ratio ${grouped.toFixed(2)} (limit ${groupedLimit}): ${grouped >= groupedLimit ? "kept" : "NOT KEPT"}`,
  );
  console.log(
    `one event: ${alone.ours.toFixed(2)} ms beside ${alone.bare.toFixed(2)} ms   ratio ${single.toFixed(2)} (limit ${singleLimit}): ${single <= singleLimit ? "kept" : "NOT KEPT"}`,
  );
  process.exitCode = grouped >= groupedLimit && single <= singleLimit ? 0 : 1;

  /** How many events went together, one transaction after the other. */
  async function groupsOfLast(count: number): Promise<number[]> {
    const { rows } = await sql<{ size: number }>`
      select count(*)::integer as size from (select id, xmin::text as tx from events order by id desc limit ${count}) last
      group by tx order by min(id)`.execute(db);
    return rows.map(({ size }) => size);
  }

  /** An event as ingest wrote it, trace included, without what is null. */
  async function lastStored(): Promise<object> {
    const { rows } = await sql<{ event: object }>`
      select jsonb_strip_nulls(to_jsonb(e) - array['sightings', 'fullImage', 'plateImage']) as event
      from events e order by id desc limit 1`.execute(db);
    return rows[0]?.event ?? {};
  }

  /** The same events in the same groups, one after the other, by statements alone: nobody sends, reads or decides. */
  async function bareBatches(its: readonly BenchGate[], sizes: readonly number[]): Promise<number> {
    for (const size of sizes)
      await bareBatch(Array.from({ length: size }, (_, place) => its[place % its.length] as BenchGate));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async function bareAlone(its: readonly BenchGate[]): Promise<number[]> {
    const taken: number[] = [];
    for (let turn = 0; turn < singles; turn += 1) {
      const began = performance.now();
      await bareBatch([its[turn % its.length] as BenchGate]);
      taken.push(performance.now() - began);
    }
    return taken;
  }

  function bareBatch(group: readonly BenchGate[]): Promise<void> {
    const now = new Date();
    const vehicles = group.map(() => `P${Math.floor(Math.random() * plates)}`);
    return inBatch(db, async ({ run }: BatchTransaction) => {
      const gateIds = [...new Set(group.map(({ gateId }) => gateId))].sort((one, other) => one - other);
      const [, found] = await Promise.all([
        run(lockGates, [gateIds]),
        run<{ id: number }>(findIdentifiers, [vehicles]),
        run(findReservations, [vehicles, []]),
      ]);
      const sources = group.map(({ deviceId }) => `device ${deviceId} `);
      const [keys] = await Promise.all([
        run<{ id: number }>(takeKeys, [sources, group.map(() => randomUUID()), now]),
        run(findPassages, [group.map(({ gateId }) => gateId), vehicles]),
      ]);
      const at = now.toISOString();
      const events = keys.map(({ id }, place) => ({
        ...stored,
        id,
        occurredAt: at,
        receivedAt: at,
        deviceId: group[place]?.deviceId,
        gateId: group[place]?.gateId,
        lp: vehicles[place],
        lpRaw: vehicles[place],
        plateNormalized: vehicles[place],
      }));
      const passages = group.map(({ gateId }, place) => ({
        gateId,
        // Twice the same in one group would be one row.
        vehicle: `${vehicles[place]} ${place}`,
        eventId: keys[place]?.id,
        occurredAt: at,
        at,
        module: "ANPR_ACCESS_CONTROL",
        isGranted: true,
        isCounted: false,
      }));
      await Promise.all([
        run(storeEvents, [JSON.stringify(events)]),
        run(storePassages, [JSON.stringify(passages)]),
        run(markSeen, [[...new Set(found.map(({ id }) => id))].sort((one, other) => one - other), now]),
        run(tellEvents, [keys.map(({ id }) => id).join(",")]),
      ]);
    });
  }
} finally {
  await server.close();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
