import {
  type OutageReadiness,
  type Readiness,
  type ReadinessError,
  readinessPath,
} from "@gatehouse/contract/readiness";
import { isControllerAlive } from "@gatehouse/engine/health/health";
import type { FastifyInstance } from "fastify";
import { latestMigration } from "../database/migrate.ts";
import type { Services } from "../services.ts";

/** How long a result is reused, so that many monitors cause one database probe at most in this time. */
const cacheMs = 1_000;
const probeTimeoutMs = 1_500;
/** PostgreSQL needs room for a few write-ahead log segments. */
const minFreeBytes = 64 * 1_048_576;

/** Free space of the data folder; `isFull` means that no more pictures are stored. */
export type SpaceProbe = () => Promise<{ freeBytes: number; isFull: boolean }>;

interface Finding {
  failing?: ReadinessError;
  warning?: ReadinessError;
}

interface DatabaseState {
  isReadOnly: boolean;
  version: number | null;
  lastBeatAt: string | null;
}

// Writes to PostgreSQL's write-ahead log and waits for the flush to disk, without touching a table.
const probeQuery = `select pg_logical_emit_message(true, 'gatehouse', 'readiness'),
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  (select max(version) from schema_migrations) as version,
  (select max("lastBeatAt") from field_controller) as "lastBeatAt"`;

/** Reports without sign-in whether the server can decide and store. */
export function registerReadiness(
  app: FastifyInstance,
  services: Services,
  { probeSpace, outageStatus }: { probeSpace: SpaceProbe | null; outageStatus?: (() => OutageReadiness) | undefined },
): void {
  const check = createReadinessCheck(services, probeSpace);
  app.get(readinessPath, { config: { isProbe: true } }, async (_request, reply) => {
    const readiness = await check();
    return reply
      .code(readiness.status === "ready" ? 200 : 503)
      .header("cache-control", "no-store")
      .send(outageStatus ? { ...readiness, outage: outageStatus() } : readiness);
  });
}

/** Concurrent calls share one probe. */
function createReadinessCheck(
  { db, live, clock, log }: Services,
  probeSpace: SpaceProbe | null,
): () => Promise<Readiness> {
  let probing: Promise<Readiness> | undefined;
  let last: { readiness: Readiness; at: number } | undefined;

  async function checkDatabase(): Promise<Finding[]> {
    const state = await withTimeout(loadState()).catch((error: unknown) => {
      log.debug({ error }, "readiness probe of the database failed");
      return undefined;
    });
    if (!state) return [{ failing: { part: "database", detail: "The database does not respond or can't write" } }];
    const lastBeatAt = state.lastBeatAt === null ? undefined : new Date(state.lastBeatAt);
    const hasController = isControllerAlive(lastBeatAt, clock.now());
    return [
      state.isReadOnly ? { failing: { part: "database", detail: "The database is read-only" } } : {},
      checkMigrations(state.version),
      hasController
        ? {}
        : { warning: { part: "field-controller", detail: "No process drives barriers, signs and relays" } },
    ];
  }

  async function loadState(): Promise<DatabaseState | undefined> {
    const client = await db.probes.connect();
    try {
      const { rows } = await client.query<DatabaseState>(probeQuery);
      client.release();
      return rows[0];
    } catch (error) {
      // Destroys the connection, which may hang.
      client.release(true);
      throw error;
    }
  }

  async function checkDisk(): Promise<Finding> {
    if (!probeSpace) return {};
    const space = await withTimeout(probeSpace()).catch(() => undefined);
    if (!space) return { failing: { part: "disk", detail: "The data folder can't be read" } };
    if (space.freeBytes < minFreeBytes) return { failing: { part: "disk", detail: "The disk is full" } };
    if (!space.isFull) return {};
    return { warning: { part: "disk", detail: "The disk is nearly full: events are stored without pictures" } };
  }

  const checkNotifications = (): Finding =>
    live.isConnected()
      ? {}
      : { failing: { part: "live-updates", detail: "Change notifications from the database are not received" } };

  async function probe(): Promise<Readiness> {
    const [database, disk] = await Promise.all([checkDatabase(), checkDisk()]);
    const findings = [...database, disk, checkNotifications()];
    const failing = findings.map(({ failing: one }) => one).filter((one) => one !== undefined);
    const warnings = findings.map(({ warning }) => warning).filter((one) => one !== undefined);
    const added = warnings.length > 0 ? { warnings } : {};
    return failing.length > 0 ? { status: "not ready", failing, ...added } : { status: "ready", ...added };
  }

  function cache(readiness: Readiness): Readiness {
    const previous = last?.readiness.status ?? "ready";
    if (readiness.status !== previous) log.warn(readiness, `the server is ${readiness.status}`);
    last = { readiness, at: performance.now() };
    probing = undefined;
    return readiness;
  }

  return () => {
    if (last && performance.now() - last.at < cacheMs) return Promise.resolve(last.readiness);
    probing ??= probe().then(cache);
    return probing;
  };
}

function checkMigrations(version: number | null): Finding {
  const known = latestMigration();
  if (version === known) return {};
  const detail =
    version !== null && version > known
      ? `The database was upgraded by a newer Gatehouse (migration ${version}, this version knows ${known})`
      : `The database lacks migrations (it has ${version ?? "none"}, this version needs ${known})`;
  return { failing: { part: "migrations", detail } };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${probeTimeoutMs} ms`)), probeTimeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
