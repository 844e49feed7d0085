// Memory and time of a report with a million rows as CSV and XLSX, and the time of first pages compared with the simplest
// statements that load what they show. `node bench/reports.ts [rows]` runs PostgreSQL on its own folder, and prints each result with its limit.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ReportFormat } from "@gatehouse/contract/reports/report";
import { sql } from "kysely";
import { createReportProducer } from "../packages/server/src/record/reports/jobs/report-producer.ts";
import type { ReportTask } from "../packages/server/src/record/reports/jobs/report-task.ts";
import { findReportSource } from "../packages/server/src/record/reports/report-sources.ts";
import { startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";

const maxMemoryMb = 150;
const maxPageRatio = 2;
const rows = Number(process.argv[2] ?? 1_000_000);
const rowsPerInsert = 50_000;
const plates = 1_000;
const pageSize = 100;
const rounds = 40;
const sampleMs = 20;
const from = new Date("2026-06-01T00:00:00Z");
const to = new Date("2026-07-01T00:00:00Z");
const timeZone = "Asia/Kolkata";
const request = { period: { from, to, timeZone }, filters: {}, gateIds: null };

const bareStatements = {
  OPERATOR_PORTAL_ACCESS: sql`
    select * from audit_log where at >= ${from} and at < ${to} order by at, id limit ${pageSize + 1}`,
  REGISTERED_VEHICLE_ACCESS: sql`
    select e.*, i.iid, i.lp as "identifierLp", i."vehicleType" as "identifierType", i."ownerName", i."orgName", g.names,
      o.state, o.by, o.reason as "openReason"
    from (
      select * from events where module = 'ANPR_ACCESS_CONTROL' and status = 'PROCESSED' and listing = 'gate'
        and "passageOf" is null and "identifierId" is not null and "occurredAt" >= ${from} and "occurredAt" < ${to}
      order by "occurredAt", id limit ${pageSize + 1}
    ) e
      left join identifiers i on i.id = e."identifierId"
      left join lateral (
        select string_agg(a.name, ', ') as names from identifier_groups m join access_groups a on a.id = m."groupId"
        where m."identifierId" = i.id
      ) g on true
      left join lateral (
        select * from commands c where c."eventId" = e.id and c.kind = 'open' order by c.id desc limit 1
      ) o on true
    order by e."occurredAt", e.id`,
};

const server = await startBenchServer();
const { db } = server.services;
const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-reports-"));
const results: boolean[] = [];
try {
  await fill();
  for (const type of ["OPERATOR_PORTAL_ACCESS", "REGISTERED_VEHICLE_ACCESS"] as const)
    results.push(await measurePage(type));
  const produce = createReportProducer(db);
  const idle = process.memoryUsage.rss();
  for (const format of ["csv", "xlsx"] as const) results.push(await measureFile(format, produce, idle));
} finally {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
}
process.exitCode = results.every(Boolean) ? 0 : 1;

async function measurePage(type: keyof typeof bareStatements): Promise<boolean> {
  const source = findReportSource(type);
  if (!source) throw new Error("the report has no source");
  const bare = bareStatements[type];
  const times = { ours: [] as number[], bare: [] as number[] };
  // Alternating, so load from other processes affects both.
  for (let round = -4; round < rounds; round += 1) {
    const began = performance.now();
    const page = await source.page(db, request, null, pageSize);
    const between = performance.now();
    await bare.execute(db);
    if (page.rows.length !== pageSize) throw new Error(`the first page of ${type} is not full`);
    if (round < 0) continue;
    times.ours.push(between - began);
    times.bare.push(performance.now() - between);
  }
  const [ours, base] = [median(times.ours), median(times.bare)];
  const isMet = ours / base <= maxPageRatio;
  console.log(
    `first page of ${type}  ${ours.toFixed(2)} ms vs ${base.toFixed(2)} ms   ratio ${(ours / base).toFixed(2)} (limit ${maxPageRatio}): ${formatVerdict(isMet)}`,
  );
  return isMet;
}

async function measureFile(
  format: ReportFormat,
  produce: ReturnType<typeof createReportProducer>,
  idle: number,
): Promise<boolean> {
  const path = join(folder, format);
  const meta = { siteName: "Bench", timeZone, currency: "EUR", from, to, filters: [], gates: null };
  const task: ReportTask = {
    ...{ types: ["OPERATOR_PORTAL_ACCESS"], isBulk: false, leftOut: [], format, request, path, imagePlace: null },
    meta: { ...meta, producedAt: new Date(), producedBy: "bench" },
  };
  const began = performance.now();
  let peak = idle;
  let isDone = false;
  const done = produce(task, () => {}, new AbortController().signal).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    peak = Math.max(peak, process.memoryUsage.rss());
    await Promise.race([delay(sampleMs), done.catch(() => {})]);
  }
  const { rowCount } = await done;
  const usedMb = (peak - idle) / 1_000_000;
  const isMet = usedMb <= maxMemoryMb;
  const size = `${rowCount} rows, ${(statSync(path).size / 1_000_000).toFixed(0)} MB, ${((performance.now() - began) / 1000).toFixed(0)} s`;
  console.log(
    `${format.padEnd(10)}  ${size}   ${usedMb.toFixed(0)} MB above idle (limit ${maxMemoryMb}): ${formatVerdict(isMet)}`,
  );
  return isMet;
}

/** Fills the audit trail with entries of the period, and adds a fifth as many passages. */
async function fill(): Promise<void> {
  await fillAuditTrail();
  await server.addPlates(plates);
  await sql`select ensure_event_partitions(${from}::timestamptz)`.execute(db);
  const passages = rows / 5;
  const stepSeconds = (to.getTime() - from.getTime()) / 1000 / passages;
  for (let first = 0; first < passages; first += rowsPerInsert) {
    await sql`
      insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
        "plateNormalized", direction, "gateId", "gateName", "isGranted", reason, trace, listing, "identifierId")
      select n + 1, 'ANPR_ACCESS_CONTROL', 'PROCESSED', 'live', at, at, 'Camera', '', iid, iid, iid, 'N', n % 40, 'Gate', true,
        'Valid identifier', '{}', 'gate', i.id
      from generate_series(${first}::integer, ${Math.min(passages, first + rowsPerInsert) - 1}::integer) n
        join identifiers i on i.iid = 'P' || n % ${plates}::integer,
        lateral (select ${from}::timestamptz + n * ${stepSeconds}::double precision * interval '1 second' as at) made`.execute(
      db,
    );
  }
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0");
  await client.query("vacuum analyze audit_log");
  await client.query("analyze events");
  client.release();
}

async function fillAuditTrail(): Promise<void> {
  const stepSeconds = (to.getTime() - from.getTime()) / 1000 / rows;
  for (let first = 0; first < rows; first += rowsPerInsert) {
    await sql`
      insert into audit_log (at, username, "requestId", call, "tableName", "rowId", action, before, after, address,
        "isSealed")
      select ${from}::timestamptz + n * ${stepSeconds}::double precision * interval '1 second', 'guard' || n % 20, 'r',
        'PUT /gates/{id}', 'gates', (n % 500)::text, 'update',
        jsonb_build_object('name', 'Gate ' || n % 500, 'type', 'N', 'version', n),
        jsonb_build_object('name', 'Gate ' || n % 500, 'type', 'N', 'version', n + 1), '127.0.0.1', true
      from generate_series(${first}::integer, ${Math.min(rows, first + rowsPerInsert) - 1}::integer) n`.execute(db);
  }
}
