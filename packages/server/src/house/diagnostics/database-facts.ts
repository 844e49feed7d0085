import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { latestMigration } from "../../platform/database/migrate.ts";
import { scrubText } from "./scrub.ts";

type Reader = ReadDb | Tx;

const maxStatements = 50;
const maxStatementLength = 2_000;
const maxAlerts = 200;

async function rowsOf(db: Reader, query: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await query.execute(db)).rows;
}

/** The version, settings, size and load of the database. */
export async function loadDatabaseFacts(db: Reader) {
  const [server] = await rowsOf(
    db,
    sql`select version(), pg_database_size(current_database()) as bytes, pg_postmaster_start_time() as "startedAt",
      pg_is_in_recovery() as "isStandby", current_setting('max_connections') as "maxConnections",
      current_setting('shared_buffers') as "sharedBuffers", current_setting('synchronous_commit') as "synchronousCommit",
      (select max(version) from schema_migrations) as migration, ${latestMigration()}::integer as "latestMigration"`,
  );
  return {
    ...server,
    migrations: await rowsOf(db, sql`select name, "appliedAt" from schema_migrations order by version`),
    connections: await rowsOf(
      db,
      sql`select application_name as application, state, wait_event_type as "waitsFor", count(*) as count,
        max(extract(epoch from now() - xact_start))::integer as "longestTransactionSeconds"
        from pg_stat_activity where datname = current_database() group by 1, 2, 3 order by 1, 2, 3`,
    ),
    locksWaitedFor: (await rowsOf(db, sql`select count(*) as count from pg_locks where not granted`))[0]?.count,
  };
}

/** The sizes and estimated rows of tables, the largest first. */
export const loadTableSizes = (db: Reader) =>
  rowsOf(
    db,
    sql`select c.relname as "table", pg_total_relation_size(c.oid) as bytes, pg_indexes_size(c.oid) as "indexBytes",
      s.n_live_tup as rows, s.n_dead_tup as "deadRows", s.seq_scan as "sequentialScans", s.idx_scan as "indexScans",
      s.last_autovacuum as "lastAutovacuum", s.last_autoanalyze as "lastAutoanalyze"
      from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 2 desc`,
  );

/** The statements that took the most time, if the extension pg_stat_statements is installed. */
export async function loadSlowStatements(db: Reader) {
  const installed = await rowsOf(db, sql`select from pg_extension where extname = 'pg_stat_statements'`);
  if (installed.length === 0) return { note: "The extension pg_stat_statements is not installed." };
  const rows = await rowsOf(
    db,
    sql`select query, calls, round(total_exec_time) as "totalMs", round(mean_exec_time::numeric, 2) as "meanMs",
      round(max_exec_time) as "maxMs", rows
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
        and query ~* '^\\s*(select|insert|update|delete|with)\\M'
      order by total_exec_time desc limit ${maxStatements}`,
  );
  return rows.map(({ query, ...row }) => ({ ...row, query: withoutLiterals(String(query)) }));
}

const withoutLiterals = (query: string) => query.replaceAll(/'(?:[^']|'')*'/g, "'…'").slice(0, maxStatementLength);

/** What waits to be done. */
export async function loadQueues(db: Reader) {
  return {
    outbox: await rowsOf(
      db,
      sql`select kind, count(*) as waiting, min("createdAt") as oldest, max(attempts) as attempts
        from outbox group by kind order by kind`,
    ),
    commands: await rowsOf(
      db,
      sql`select kind, state, count(*) as count, max(at) as newest from commands
        where at > now() - interval '24 hours' group by 1, 2 order by 1, 2`,
    ),
    reports: await rowsOf(db, sql`select state, count(*) as count from report_jobs group by 1 order by 1`),
    events: await rowsOf(
      db,
      sql`select date_trunc('hour', "receivedAt") as hour, module, timing, count(*) as count from events
        where "receivedAt" > now() - interval '24 hours' and "occurredAt" > now() - interval '48 hours'
        group by 1, 2, 3 order by 1, 2, 3`,
    ),
  };
}

/** The states of devices, cameras, boards, signs, readers and the process that drives them. */
export async function loadDeviceStates(db: Reader) {
  const hardware = await rowsOf(db, sql`select kind, state, reason, since from hardware_status order by kind, since`);
  return {
    controller: await rowsOf(db, sql`select "lastBeatAt" from field_controller`),
    aiDevices: await rowsOf(
      db,
      sql`select d.id, d.vendor, d.module, h."isHealthy", h."failedProbes", h.since, c."driftMs"
        from ai_devices d left join device_health h on h."deviceId" = d.id left join device_clocks c on c."deviceId" = d.id
        order by d.id`,
    ),
    cameras: await rowsOf(
      db,
      sql`select c.id, c.module, c.status, h."isHealthy", h."failedProbes", h.since
        from cameras c left join camera_health h on h."cameraId" = c.id order by c.id`,
    ),
    hardware: hardware.map(({ reason, ...row }) => ({ ...row, reason: reason && scrubText(String(reason)) })),
  };
}

/** The newest alerts, without their texts, which may name vehicles. */
export const loadRecentAlerts = (db: Reader) =>
  rowsOf(
    db,
    sql`select id, type, scope, status, count, "createdAt", "lastSeenAt", "resolvedAt" from alerts
      order by "lastSeenAt" desc limit ${maxAlerts}`,
  );
