// Time to load a page of the audit trail with a million rows, compared with the bare statement that its index answers.
// `node bench/audit.ts [rows]` runs PostgreSQL on its own folder, and prints each ratio with its limit.
import { sql } from "kysely";
import { type AuditFilter, listAuditRows } from "../packages/server/src/house/audit.store.ts";
import { startBenchServer } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";

const maxRatio = 2;
const rows = Number(process.argv[2] ?? 1_000_000);
const rowsPerInsert = 50_000;
const pageSize = 100;
const rounds = 40;
const newest = new Date("2026-06-30T00:00:00Z").getTime();
const stepMs = 30_000;

/** Each filter with the bare condition on its index. */
const pages: Record<string, { sought: AuditFilter; bare: string }> = {
  "first page": { sought: {}, bare: "true" },
  "a person": { sought: { user: "Guard7" }, bare: "lower(username) = 'guard7'" },
  "a rare person": { sought: { user: "auditor" }, bare: "lower(username) = 'auditor'" },
  "an action": { sought: { action: "export" }, bare: "action = 'export'" },
  "an entity": { sought: { entity: "lanes" }, bare: `"tableName" = 'lanes'` },
  "a record": { sought: { entity: "gates", entityId: "77" }, bare: `"tableName" = 'gates' and "rowId" = '77'` },
  "a day": {
    sought: { from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" },
    bare: "at >= '2026-03-01T00:00:00Z' and at < '2026-03-02T00:00:00Z'",
  },
};

const server = await startBenchServer();
const { db } = server.services;
let areLimitsMet = true;
try {
  await fill();
  for (const [name, { sought, bare }] of Object.entries(pages)) {
    const statement = sql.raw(`select * from audit_log where ${bare} order by at desc, id desc limit ${pageSize + 1}`);
    const times = { ours: [] as number[], bare: [] as number[] };
    // Alternating, so load from other processes affects both.
    for (let round = -4; round < rounds; round += 1) {
      const began = performance.now();
      const page = await listAuditRows(db, sought, undefined, pageSize + 1);
      const between = performance.now();
      await sql`${statement}`.execute(db);
      if (page.length === 0) throw new Error(`${name} finds no rows`);
      if (round < 0) continue;
      times.ours.push(between - began);
      times.bare.push(performance.now() - between);
    }
    const [ours, base] = [median(times.ours), median(times.bare)];
    const ratio = ours / base;
    areLimitsMet &&= ratio <= maxRatio;
    const comparison = `${ours.toFixed(2)} ms vs ${base.toFixed(2)} ms`;
    console.log(
      `${name.padEnd(14)} ${comparison}   ratio ${ratio.toFixed(2)} (limit ${maxRatio}): ${formatVerdict(ratio <= maxRatio)}`,
    );
  }
} finally {
  await server.close();
}
process.exitCode = areLimitsMet ? 0 : 1;

/** Creates a year of entries. One person and one action are rare. */
async function fill(): Promise<void> {
  for (let from = 0; from < rows; from += rowsPerInsert) {
    await sql`
      insert into audit_log (at, username, "requestId", call, "tableName", "rowId", action, before, after, address,
        "isSealed")
      select to_timestamp(${newest / 1000}::double precision - (${rows}::integer - n) * ${stepMs / 1000}::double precision),
        case when n % 20000 = 9 then 'auditor' else 'guard' || n % 20 end, 'r', 'PUT /gates/{id}',
        case when n % 10 = 3 then 'lanes' else 'gates' end, (n % 500)::text,
        case when n % 5000 = 1 then 'export' else 'update' end,
        jsonb_build_object('name', 'Gate', 'type', 'N', 'version', n), jsonb_build_object('name', 'Gate', 'version', n + 1),
        '127.0.0.1', true
      from generate_series(${from}::integer + 1, ${Math.min(rows, from + rowsPerInsert)}::integer) n`.execute(db);
  }
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0");
  await client.query("vacuum analyze audit_log");
  client.release();
}
