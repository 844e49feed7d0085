// Time to load a page of ten million events, compared with the same page of a hundred thousand.
// `node bench/event-pages.ts [rows]` runs PostgreSQL on its own folder, and prints each ratio with its limit. Fewer than
// ten million rows give a quick estimate.
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import type { Place } from "../packages/server/src/platform/security/cursors.ts";
import { type EventFilter, type EventSelection, listEvents } from "../packages/server/src/record/events/event-list.ts";
import { type BenchServer, startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";

const maxRatio = 1.5;
const many = Number(process.argv[2] ?? 10_000_000);
const few = 100_000;
const rowsPerInsert = 50_000;
const pageSize = 100;
const rounds = 40;
/** The preparation takes minutes. */
const progressSteps = 20;
const module = "ANPR_ACCESS_CONTROL";
const newest = new Date("2026-06-30T00:00:00Z").getTime();
const months = 12;

const middle: Place = { id: 0, at: new Date(newest - 15_000_000_000).toISOString(), way: "next", of: "" };
const everyGate = (sought: EventFilter): EventSelection => ({ ...sought, gateIds: null });
const pages: Record<string, { sought: EventSelection; place?: Place }> = {
  "first page": { sought: everyGate({ all: true }) },
  "page in the middle": { sought: everyGate({ all: true, status: "PROCESSED" }), place: middle },
  "rare status": { sought: everyGate({ all: false, status: "RECEIVED" }) },
  "rare camera": { sought: everyGate({ all: true, source: "Quiet" }) },
  "full plate": { sought: everyGate({ all: true, search: "XQ00077" }) },
  "one day": { sought: everyGate({ all: true, from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" }) },
  "one gate": { sought: { all: true, gateIds: [7] } },
  "quiet gate": { sought: { all: true, gateIds: [99] } },
  "many gates": { sought: { all: true, gateIds: Array.from({ length: 20 }, (_, index) => index) } },
};

const sizes = { few: await createFilledServer(few), many: await createFilledServer(many) };
let areLimitsMet = true;
try {
  for (const [name, { sought, place }] of Object.entries(pages)) {
    const times = { few: [] as number[], many: [] as number[] };
    // Alternating, so load from other processes affects both.
    for (let round = -4; round < rounds; round += 1) {
      for (const size of ["few", "many"] as const) {
        const began = performance.now();
        await listEvents(sizes[size].services.db, module, sought, { place, limit: pageSize + 1 });
        if (round >= 0) times[size].push(performance.now() - began);
      }
    }
    const [ours, base] = [median(times.many), median(times.few)];
    const ratio = ours / base;
    areLimitsMet &&= ratio <= maxRatio;
    const verdict = formatVerdict(ratio <= maxRatio);
    const comparison = `${ours.toFixed(2)} ms vs ${base.toFixed(2)} ms`;
    console.log(`${name.padEnd(20)} ${comparison}   ratio ${ratio.toFixed(2)} (limit ${maxRatio}): ${verdict}`);
  }
} finally {
  await sizes.few.close();
  await sizes.many.close();
}
process.exitCode = areLimitsMet ? 0 : 1;

/** Creates a year of events. In the oldest tenth, one in a thousand is denied; one camera has few events. */
async function createFilledServer(rows: number): Promise<BenchServer> {
  const server = await startBenchServer();
  const progressStep = rows / progressSteps;
  const { db } = server.services;
  for (let month = 0; month < months; month += 1)
    await sql`select ensure_event_partitions(${new Date(newest)}::timestamptz - ${month} * interval '1 month')`.execute(
      db,
    );
  const stepMs = (months * 30 * dayMs) / rows;
  for (let from = 0; from < rows; from += rowsPerInsert) {
    await sql`
      insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
        "plateNormalized", direction, "gateId", "gateName", "isGranted", reason, trace, listing)
      select n, ${module}, status, 'live', at, at, case when n % 50000 = 7 then 'Quiet' else 'Camera ' || n % 20 end, '',
        plate, plate, plate, 'N', case when n % 50000 = 7 then 99 else n % 40 end, 'Gate', status = 'PROCESSED', 'Valid identifier', '{}', 'gate'
      from generate_series(${from}::integer + 1, ${Math.min(rows, from + rowsPerInsert)}::integer) n,
        lateral (select
          case when n % 1000 = 1 and n < ${rows / 10}::integer then 'RECEIVED' else 'PROCESSED' end as status,
          to_timestamp(${newest / 1000}::double precision - (${rows}::integer - n) * ${stepMs / 1000}::double precision) as at,
          chr(65 + n % 26) || chr(65 + n / 26 % 26) || lpad((n % 100000)::text, 5, '0') as plate) made`.execute(db);
    const inserted = Math.min(rows, from + rowsPerInsert);
    if (Math.floor(inserted / progressStep) > Math.floor(from / progressStep))
      console.log(`inserted ${inserted.toLocaleString("en")} of ${rows.toLocaleString("en")} events`);
  }
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0");
  console.log("vacuum analyze");
  await client.query("vacuum analyze events");
  client.release();
  return server;
}
