// Time from the ingest request to the command on the barrier's socket while a Bulk Report over a month is produced,
// compared with an idle server. `node bench/report-latency.ts` runs the real server with its own PostgreSQL, and prints the
// ratio of each format with its limit.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { ReportFormat } from "@gatehouse/contract/reports/report";
import { sql } from "kysely";
import { createReportProducer } from "../packages/server/src/record/reports/jobs/report-producer.ts";
import type { ReportTask } from "../packages/server/src/record/reports/jobs/report-task.ts";
import { storePastTraffic } from "../packages/server/test/access/back-tests/past-month.ts";
import { generatePastTraffic } from "../packages/simulator/src/history/past-traffic.ts";
import { openSite, pushPlate, startBoard } from "./barrier-site.ts";
import { startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";

/** The layout of a PDF is one step without pauses. */
const maxRatios: Record<ReportFormat, number> = { csv: 1.2, xlsx: 1.2, pdf: 1.5 };
const days = 30;
const passagesPerDay = 3_000;
const plates = 10_000;
const rounds = 8;
const pushesPerRound = 60;
const pauseMs = 50;

const board = await startBoard();
const server = await startBenchServer();
const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-reports-"));
const { db } = server.services;
try {
  const site = await openSite(server, board);
  const to = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  const from = new Date(to.getTime() - days * dayMs);
  const traffic = generatePastTraffic({ seed: 1, start: from, days, passagesPerDay, entries: 1, exits: 1 });
  const stored = await storePastTraffic(db, traffic, { N: [site.gate.gateId], X: [site.gate.gateId] });
  await server.addPlates(plates);
  await sql`vacuum analyze`.execute(db);
  console.log(`a Bulk Report over ${stored} reads`);
  for (const format of ["csv", "xlsx", "pdf"] as const) await compare(format, { from, to });
  await site.leading.stop();

  /** Alternates blocks of pushes on the idle server and beside a report. */
  async function compare(format: ReportFormat, period: { from: Date; to: Date }): Promise<void> {
    const produce = createReportProducer(db);
    const times = { idle: [] as number[], beside: [] as number[] };
    let place = 0;
    const pushSome = async (into: number[], isOver: () => boolean) => {
      for (let count = 0; count < pushesPerRound && !isOver(); count += 1) {
        place += 1;
        into.push(await board.measure(() => pushPlate(site, `P${(place * 1_009) % plates}`)));
        await delay(pauseMs);
      }
    };
    for (let round = 0; round < rounds; round += 1) {
      await pushSome(times.idle, () => false);
      let isOver = false;
      const produced = produce(toTask(format, period), () => {}, new AbortController().signal).finally(() => {
        isOver = true;
      });
      await pushSome(times.beside, () => isOver);
      await produced;
    }
    const [beside, idle] = [median(times.beside), median(times.idle)];
    const maxRatio = maxRatios[format];
    const isMet = beside / idle <= maxRatio;
    if (!isMet) process.exitCode = 1;
    console.log(
      `beside ${format}: ${beside.toFixed(2)} ms vs ${idle.toFixed(2)} ms, ${times.beside.length} openings   ratio ${(beside / idle).toFixed(2)} (limit ${maxRatio}): ${formatVerdict(isMet)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
  board.close();
}

function toTask(format: ReportFormat, { from, to }: { from: Date; to: Date }): ReportTask {
  const timeZone = "Asia/Kolkata";
  const meta = { siteName: "Bench", timeZone, currency: "EUR", from, to, filters: [], gates: null };
  return {
    types: ["REGISTERED_VEHICLE_ACCESS", "UNREGISTERED_ANPR_VEHICLE_ACCESS", "FARE", "OPERATOR_PORTAL_ACCESS"],
    isBulk: true,
    leftOut: [],
    format,
    request: { period: { from, to, timeZone }, filters: {}, gateIds: null },
    path: join(folder, format),
    imagePlace: null,
    meta: { ...meta, producedAt: new Date(), producedBy: "bench" },
  };
}
