import type { RequiredConfig } from "@gatehouse/contract/entities/config-value";
import { requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { latestMigration } from "../../platform/database/migrate.ts";
import { environment } from "../../platform/settings.ts";
import { errorReason } from "../../platform/startup-error.ts";
import { createZip, type ZipPart } from "../../platform/zip.ts";
import { loadModuleActivation } from "../module-activation.store.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import { loadHostFacts, loadRecentLog, type Machine } from "./host-facts.ts";
import { scrubText } from "./scrub.ts";

type Reader = ReadDb | Tx;

const maxStatements = 50;
const maxStatementLength = 2_000;
const maxAlerts = 200;

async function rowsOf(db: Reader, query: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await query.execute(db)).rows;
}

/** The version, settings, size and load of the database. */
async function loadDatabaseFacts(db: Reader) {
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
const loadTableSizes = (db: Reader) =>
  rowsOf(
    db,
    sql`select c.relname as "table", pg_total_relation_size(c.oid) as bytes, pg_indexes_size(c.oid) as "indexBytes",
      s.n_live_tup as rows, s.n_dead_tup as "deadRows", s.seq_scan as "sequentialScans", s.idx_scan as "indexScans",
      s.last_autovacuum as "lastAutovacuum", s.last_autoanalyze as "lastAutoanalyze"
      from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 2 desc`,
  );

/** The statements that took the most time, if the extension pg_stat_statements is installed. */
async function loadSlowStatements(db: Reader) {
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
async function loadQueues(db: Reader) {
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
async function loadDeviceStates(db: Reader) {
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
const loadRecentAlerts = (db: Reader) =>
  rowsOf(
    db,
    sql`select id, type, scope, status, count, "createdAt", "lastSeenAt", "resolvedAt" from alerts
      order by "lastSeenAt" desc limit ${maxAlerts}`,
  );

/** Texts that describe the site's technology. Others may be names, phone numbers or URLs with keys. */
const plainTexts: readonly string[] = [
  "timeZone",
  "currency",
  "shiftStarts",
  "deviceNetworks",
  "integrationNetworks",
  "backupTime",
];

/** The required configurations; of private texts only whether they are set. Other configurations are counted. */
async function loadConfigurationFacts(db: ReadDb) {
  const values = await loadRequiredConfigs(db);
  const configurations = Object.entries<RequiredConfig>(requiredConfigs).map(([key, { initial, dataType }]) => {
    const value = values[key as keyof typeof values];
    const isPlain = dataType !== "STRING" || plainTexts.includes(key) || value === initial;
    return [key, isPlain ? value : "(set)"];
  });
  const { rows } = await db
    .selectFrom("configs")
    .select((select) => select.fn.countAll<number>().as("rows"))
    .where("isRequired", "=", false)
    .executeTakeFirstOrThrow();
  return {
    modules: await loadModuleActivation(db),
    configurations: Object.fromEntries(configurations),
    otherConfigurations: rows,
  };
}

/** The environment variables; of secret ones only whether they are set. */
function describeEnvironment(env: NodeJS.ProcessEnv): Record<string, string | null> {
  const entries = Object.entries(environment).map(([name, { fallback, ...row }]) => {
    const value = env[name] || null;
    return [name, value !== null && "secret" in row && row.secret ? "(set)" : (value ?? fallback)];
  });
  return Object.fromEntries(entries);
}

const readme = `Diagnostics of a Gatehouse server, for support.

host.json            versions, processor, memory, disks, backups
environment.json     environment variables; secret ones only as "(set)"
configurations.json  modules and configurations; names, phone numbers and URLs only as "(set)"
database.json        version, migrations, connections
tables.json          sizes of tables
statements.json      statements that took the most time, if pg_stat_statements is installed
queues.json          waiting messages, commands, reports; numbers of events of the last day
devices.json         states of devices, by their ids
alerts.json          the newest alerts, without their texts
log.jsonl            the newest lines of the log

It contains no passwords, keys, tokens, plates, tags, names of people, addresses of callers or texts of events.
In the log, quoted texts, URLs, and words with letters and digits are replaced by "…".
`;

/** Loads the contents of one file. */
type Load = (db: ReadDb) => unknown;

const files = (machine: Machine): Readonly<Record<string, Load>> => ({
  "host.json": () => loadHostFacts(machine),
  "environment.json": () => describeEnvironment(process.env),
  "configurations.json": loadConfigurationFacts,
  "database.json": loadDatabaseFacts,
  "tables.json": loadTableSizes,
  "statements.json": loadSlowStatements,
  "queues.json": loadQueues,
  "devices.json": loadDeviceStates,
  "alerts.json": loadRecentAlerts,
});

/** The diagnostics bundle. A part that can't be loaded says why: the database may be what is broken. */
export const createDiagnostics = (db: ReadDb, machine: Machine, now: Date): AsyncGenerator<Uint8Array> =>
  createZip(loadParts(db, machine, now), now, { isCompressed: true });

/** The name of a bundle by its time. */
export const diagnosticsName = (now: Date): string =>
  `gatehouse-diagnostics-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.zip`;

async function* loadParts(db: ReadDb, machine: Machine, now: Date): AsyncGenerator<ZipPart> {
  yield { name: "README.txt", bytes: Buffer.from(`${readme}\nCreated at ${now.toISOString()}.\n`) };
  for (const [name, load] of Object.entries(files(machine))) {
    yield { name, bytes: Buffer.from(`${JSON.stringify(await tryLoad(load, db), null, 2)}\n`) };
  }
  yield { name: "log.jsonl", bytes: Buffer.from(await loadRecentLog(machine)) };
}

async function tryLoad(load: Load, db: ReadDb): Promise<unknown> {
  try {
    return await load(db);
  } catch (error) {
    return { fault: scrubText(errorReason(error)) };
  }
}
