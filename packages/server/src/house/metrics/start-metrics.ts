import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Database } from "../../platform/database/database.ts";
import type { Metrics, Sample } from "../../platform/metrics.ts";
import { productVersion } from "../../platform/product-version.ts";
import type { Services } from "../../platform/services.ts";

/** Scrapes of several monitors within this time share one query. */
const cacheMs = 5_000;
/** A scrape must not wait for a database that hangs. */
const timeoutMs = 1_000;

interface Figures {
  readonly outbox: readonly { kind: string; messages: number; ageSeconds: number }[];
  readonly devices: readonly { kind: string; state: string; n: number }[];
  readonly openAlerts: number;
}

const figuresQuery = `select
  (select coalesce(json_agg(o), '[]') from (
    select kind, count(*)::int as messages,
      greatest(0, extract(epoch from $1::timestamptz - min("createdAt")))::float8 as "ageSeconds"
    from outbox where "takenAt" is null group by kind
  ) o) as outbox,
  (select coalesce(json_agg(d), '[]') from (
    select kind, state, count(*)::int as n from hardware_status group by kind, state
    union all
    select 'ai-device', case when "isHealthy" then 'online' else 'offline' end, count(*)::int
    from device_health group by "isHealthy"
  ) d) as devices,
  (select count(*)::int from alerts where status = 'new') as "openAlerts"`;

/** Registers the figures that are stored in the database, and the connections to it. */
function registerDatabaseMetrics({ db, clock, log, metrics }: Services): void {
  let last: { figures: Promise<Figures>; at: number } | undefined;

  function figures(): Promise<Figures> {
    if (!last || performance.now() - last.at > cacheMs) {
      const loading = loadFigures(db, clock.now());
      loading.catch((error: unknown) => log.debug({ error }, "could not read metrics from the database"));
      last = { figures: loading, at: performance.now() };
    }
    return last.figures;
  }

  const readFigures = (toSamples: (figures: Figures) => Sample[]) => async () => toSamples(await figures());
  metrics.read("gatehouse_database_up", async () => [
    {
      value: await figures().then(
        () => 1,
        () => 0,
      ),
    },
  ]);
  metrics.read(
    "gatehouse_outbox_messages",
    readFigures(({ outbox }) => outbox.map(({ kind, messages }) => ({ labels: { kind }, value: messages }))),
  );
  metrics.read(
    "gatehouse_outbox_age_seconds",
    readFigures(({ outbox }) => outbox.map(({ kind, ageSeconds }) => ({ labels: { kind }, value: ageSeconds }))),
  );
  metrics.read(
    "gatehouse_devices",
    readFigures(({ devices }) => devices.map(({ kind, state, n }) => ({ labels: { kind, state }, value: n }))),
  );
  metrics.read(
    "gatehouse_alerts_open",
    readFigures(({ openAlerts }) => [{ value: openAlerts }]),
  );
  metrics.read("gatehouse_database_connections", () => poolSamples(db));
}

async function loadFigures({ probes }: Database, now: Date): Promise<Figures> {
  const work = queryFigures(probes, now);
  work.catch(() => {}); // It may fail after the timeout.
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** On the connection of probes, so that a scrape neither waits for queries nor delays them. */
async function queryFigures(probes: Database["probes"], now: Date): Promise<Figures> {
  const client = await probes.connect();
  try {
    const { rows } = await client.query<Figures>(figuresQuery, [now]);
    client.release();
    const [figures] = rows;
    if (!figures) throw new Error("no row");
    return figures;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const poolSamples = ({ pool, pipelined }: Database): Sample[] =>
  Object.entries({ queries: pool, ingest: pipelined }).flatMap(([name, { totalCount, idleCount, waitingCount }]) => [
    { labels: { pool: name, state: "busy" }, value: totalCount - idleCount },
    { labels: { pool: name, state: "idle" }, value: idleCount },
    { labels: { pool: name, state: "waiting" }, value: waitingCount },
  ]);

const nanosecond = 1e-9;
const resolutionMs = 20;

/** Registers CPU, memory and event-loop delay of this process. Returns how to stop measuring. */
function registerProcessMetrics(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  // The timer of the monitor itself counts as delay.
  const seconds = (nanoseconds: number) =>
    Math.max(0, (Number.isFinite(nanoseconds) ? nanoseconds : 0) * nanosecond - resolutionMs / 1_000);
  metrics.read("gatehouse_event_loop_delay_seconds", () => {
    const samples = [
      { labels: { stat: "mean" }, value: seconds(delay.mean) },
      { labels: { stat: "p50" }, value: seconds(delay.percentile(50)) },
      { labels: { stat: "p99" }, value: seconds(delay.percentile(99)) },
      { labels: { stat: "max" }, value: seconds(delay.max) },
    ];
    delay.reset();
    return samples;
  });
  metrics.read("gatehouse_build_info", () => [{ labels: { version: productVersion }, value: 1 }]);
  metrics.read("process_cpu_seconds_total", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.read("process_resident_memory_bytes", () => process.memoryUsage.rss());
  metrics.read("process_heap_bytes", () => process.memoryUsage().heapUsed);
  const startedAt = Math.round(performance.timeOrigin) / 1_000;
  metrics.read("process_start_time_seconds", () => startedAt);
  return () => delay.disable();
}

/** Registers the metrics of a whole process; `loadFreeBytes` measures the disk of its data. Returns how to stop. */
export function startMetrics(services: Services, loadFreeBytes: (() => Promise<number>) | null): () => void {
  registerDatabaseMetrics(services);
  if (loadFreeBytes) {
    services.metrics.read("gatehouse_disk_free_bytes", async () => [{ value: await loadFreeBytes() }]);
  }
  return registerProcessMetrics(services.metrics);
}
