import { type Readiness, type ReadinessFault, readinessPath } from "@gatehouse/contract/readiness";
import { isControllerAlive } from "@gatehouse/engine/health/health";
import type { FastifyInstance } from "fastify";
import type { ImageStore } from "./images/image-store.ts";
import { latestMigration } from "./platform/database/migrate.ts";
import type { Services } from "./platform/services.ts";

/** How long an answer is reused: however many monitors ask, the database is asked once in this time. */
const reusedMs = 1_000;
const probeMs = 1_500;
/** PostgreSQL cannot go on without room for a few segments of its log. */
const minFreeBytes = 64 * 1_048_576;

/** What a probe found. */
interface Found {
  failing?: ReadinessFault;
  warning?: ReadinessFault;
}

interface DatabaseState {
  isReadOnly: boolean;
  version: number | null;
  lastBeatAt: string | null;
}

// Writes to PostgreSQL's log and waits until that is on the disk, without touching a table.
const probeDatabase = `select pg_logical_emit_message(true, 'gatehouse', 'readiness'),
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  (select max(version) from schema_migrations) as version,
  (select max("lastBeatAt") from field_controller) as "lastBeatAt"`;

/** SAFE-5: answers whether the server can decide and store, without sign-in. */
export function readinessRoute(app: FastifyInstance, services: Services, images: ImageStore | null): void {
  const check = createReadiness(services, images);
  app.get(readinessPath, { config: { isProbe: true } }, async (_request, reply) => {
    const readiness = await check();
    return reply
      .code(readiness.status === "ready" ? 200 : 503)
      .header("cache-control", "no-store")
      .send(readiness);
  });
}

/** Probes everything when asked; calls that come close together share one probe. */
function createReadiness({ db, live, clock, log }: Services, images: ImageStore | null): () => Promise<Readiness> {
  let probing: Promise<Readiness> | undefined;
  let last: { readiness: Readiness; at: number } | undefined;

  async function databaseState(): Promise<Found[]> {
    const state = await within(readState()).catch((error: unknown) => {
      log.debug({ error }, "the database did not take the readiness probe");
      return undefined;
    });
    if (!state) return [{ failing: { part: "database", detail: "The database does not answer, or cannot store" } }];
    const lastBeatAt = state.lastBeatAt === null ? undefined : new Date(state.lastBeatAt);
    const isLed = isControllerAlive(lastBeatAt, clock.now());
    return [
      state.isReadOnly ? { failing: { part: "database", detail: "The database is read-only" } } : {},
      migrationsOf(state.version),
      isLed ? {} : { warning: { part: "field-controller", detail: "No process drives barriers, signs and relays" } },
    ];
  }

  async function readState(): Promise<DatabaseState | undefined> {
    const client = await db.probes.connect();
    try {
      const { rows } = await client.query<DatabaseState>(probeDatabase);
      client.release();
      return rows[0];
    } catch (error) {
      // The connection may never answer again.
      client.release(true);
      throw error;
    }
  }

  async function diskState(): Promise<Found> {
    if (!images) return {};
    const space = await within(images.space()).catch(() => undefined);
    if (!space) return { failing: { part: "disk", detail: "The data folder cannot be read" } };
    if (space.freeBytes < minFreeBytes) return { failing: { part: "disk", detail: "The disk is full" } };
    if (!space.isFull) return {};
    return { warning: { part: "disk", detail: "The disk is nearly full: events are stored without pictures" } };
  }

  const busState = (): Found =>
    live.isConnected() ? {} : { failing: { part: "live-updates", detail: "Changes in the database are not heard" } };

  async function probe(): Promise<Readiness> {
    const [database, disk] = await Promise.all([databaseState(), diskState()]);
    const found = [...database, disk, busState()];
    const failing = found.flatMap((one) => one.failing ?? []);
    const warnings = found.flatMap((one) => one.warning ?? []);
    const added = warnings.length > 0 ? { warnings } : {};
    return failing.length > 0 ? { status: "not ready", failing, ...added } : { status: "ready", ...added };
  }

  function remember(readiness: Readiness): Readiness {
    const before = last?.readiness.status ?? "ready";
    if (readiness.status !== before) log.warn(readiness, `the server is ${readiness.status}`);
    last = { readiness, at: performance.now() };
    probing = undefined;
    return readiness;
  }

  return () => {
    if (last && performance.now() - last.at < reusedMs) return Promise.resolve(last.readiness);
    probing ??= probe().then(remember);
    return probing;
  };
}

function migrationsOf(version: number | null): Found {
  const known = latestMigration();
  if (version === known) return {};
  const detail =
    (version ?? 0) > known
      ? `The database was upgraded by a newer Gatehouse (migration ${version}, this one knows ${known})`
      : `The database lacks migrations (it has ${version ?? "none"}, this Gatehouse needs ${known})`;
  return { failing: { part: "migrations", detail } };
}

/** Fails where work takes longer than a probe may. */
async function within<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${probeMs} ms`)), probeMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
