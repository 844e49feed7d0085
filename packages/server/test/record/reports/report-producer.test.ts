import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportErrors } from "@gatehouse/contract/reports/report-job.messages";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { inPipelinedTransaction } from "../../../src/intake/ingest/pipelined-transaction.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { createReportProducer } from "../../../src/record/reports/jobs/report-producer.ts";
import type { ReportTask } from "../../../src/record/reports/jobs/report-task.ts";
import { testDatabase } from "../../harness.ts";

const db = connectDatabase(await testDatabase());
const folder = mkdtempSync(join(tmpdir(), "gatehouse-producer-"));
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const rowCount = 900;
const period = { from: new Date("2026-06-01T00:00:00Z"), to: new Date("2026-07-01T00:00:00Z"), timeZone: "UTC" };
await sql`
  insert into audit_log (at, username, "requestId", call, "tableName", "rowId", action, before, after, address, "isSealed")
  select ${period.from}::timestamptz + n * interval '1 minute', 'guard', 'r', 'PUT /gates/{id}', 'gates', n::text, 'update',
    jsonb_build_object('name', 'Gate ' || n), jsonb_build_object('name', 'Gate ' || n + 1), '127.0.0.1', true
  from generate_series(1, ${rowCount}::integer) n`.execute(db);

const taskOf = (name: string, over: Partial<ReportTask> = {}): ReportTask => ({
  types: ["OPERATOR_PORTAL_ACCESS"],
  isBulk: false,
  leftOut: [],
  format: "pdf",
  request: { period, filters: {}, gateIds: null },
  meta: {
    ...{ siteName: "Palm Court", timeZone: "UTC", currency: "EUR", from: period.from, to: period.to, filters: [] },
    ...{ gates: null, producedAt: period.to, producedBy: "admin" },
  },
  path: join(folder, name),
  imagePlace: null,
  ...over,
});

describe("the thread that produces a report", () => {
  it("REP-5 is cancelled while it lays out a PDF beside a batch of events", async () => {
    const task = taskOf("cancelled");
    const stopped = new AbortController();
    // The progress of the rows comes before the layout.
    const cancel = () => stopped.abort("cancelled");
    await inPipelinedTransaction(db, () =>
      expect(createReportProducer(db)(task, cancel, stopped.signal)).rejects.toBe("cancelled"),
    );
    expect(statSync(task.path).size).toBe(0);
  });

  it("REP-5 fails with a clear message if it needs too much memory", async () => {
    const produce = createReportProducer(db, { csv: 6, xlsx: 6, pdf: 6 });
    const failed = produce(taskOf("too-large", { format: "csv" }), () => {}, new AbortController().signal);
    await expect(failed).rejects.toThrow(reportErrors.outOfMemory);
  });
});
