import { existsSync } from "node:fs";
import { join } from "node:path";
import { createFirstAdmin } from "./auth/first-admin.ts";
import { ensureRequiredConfigs } from "./configuration/required-config.store.ts";
import { requireThisMachine, setUpDemo } from "./demo.ts";
import { startCameraChecks } from "./devices/camera-checks.ts";
import { startHealthChecks } from "./devices/health-checks.ts";
import { startSecretCheck } from "./devices/secret-check.ts";
import { startStaleCommandChecks } from "./hardware/stale-commands.ts";
import { startImageRetention } from "./images/image-retention.ts";
import { startMygateSync } from "./integrations/mygate-sync.ts";
import { startOutbox } from "./integrations/outbox.ts";
import { systemClock } from "./platform/clock.ts";
import { prepareDataFolder } from "./platform/data-folder.ts";
import { type Connection, connectDatabase } from "./platform/database/database.ts";
import { createLeadership } from "./platform/database/leadership.ts";
import { migrate } from "./platform/database/migrate.ts";
import { createNotificationBus } from "./platform/database/notifications.ts";
import { listen } from "./platform/http/listen.ts";
import { runWhileLeading } from "./platform/leader-jobs.ts";
import { createLog, type Log } from "./platform/log.ts";
import { startEmbeddedPostgres } from "./platform/postgres/embedded-postgres.ts";
import { connectExternalPostgres } from "./platform/postgres/external-postgres.ts";
import { closeDataFolder } from "./platform/private-files.ts";
import { createCursors } from "./platform/security/cursors.ts";
import { loadSecretKey, type SecretKey } from "./platform/security/secret-key.ts";
import { createSecrets } from "./platform/security/secrets.ts";
import { createSignedText } from "./platform/security/signed-text.ts";
import { createTokens } from "./platform/security/tokens.ts";
import type { Services } from "./platform/services.ts";
import { parseSettings, type Settings } from "./platform/settings.ts";
import { createShutdown, patiently } from "./platform/shutdown.ts";
import { errorReason, StartFault } from "./platform/start-fault.ts";
import { startRetentionJobs } from "./retention/retention-jobs.ts";
import { createServer } from "./server.ts";
import { createSharedParts, type SharedParts } from "./shared-parts.ts";
import { assignMissingRelays } from "./site/relay-assignments.ts";
import { readStage, type Stage } from "./stage.ts";

const consoleDist = join(import.meta.dirname, "../../console/dist");
const stopWithinMs = 4800;
// Ctrl-C under npm arrives twice, from the terminal and from npm; only a later one means "now".
const sameSignalMs = 1000;

const shutdown = createShutdown((error) => console.error(error));

try {
  // SAFE-9: whatever is created from here on is for this account only.
  process.umask(0o077);
  const settings = parseSettings(process.env);
  const stage = readStage(process.env);
  if (stage.isDemo) requireThisMachine(settings);
  const log = createLog(settings.logLevel);
  stopOnSignals();
  await start(settings, stage, log);
} catch (error) {
  await shutdown.run();
  console.error(error instanceof StartFault ? error.message : error);
  process.exit(1);
}

async function start(settings: Settings, stage: Stage, log: Log): Promise<void> {
  const dataDir = prepareDataFolder(settings.dataDir);
  closeDataFolder(dataDir, (message) => log.warn(`DATA_DIR: ${message}`));
  const key = loadSecretKey(settings.secretKey ?? undefined, dataDir);
  const connection = await openPostgres(settings.databaseUrl, dataDir, log);
  await migrate(connection);
  const services = openServices(key, connection, log);
  await ensureRequiredConfigs(services.db, stage.firstConfigs);
  await assignMissingRelays(services);
  const demo = stage.isDemo ? await setUpDemo(services.db, settings) : undefined;
  const parts = createSharedParts(services, join(dataDir, "images"));
  const dist = existsSync(join(consoleDist, "index.html")) ? consoleDist : null;
  const app = await createServer(services, dist, demo, parts, settings.httpLimits);
  shutdown.add(patiently(() => app.close()));

  const oneTimePassword = await createFirstAdmin(services.db, settings.adminPassword);
  try {
    console.log(`Gatehouse is ready at ${await listen(app, settings.host, settings.port)}`);
  } finally {
    // Even when the port is taken: the password exists from now on and is never shown again.
    if (oneTimePassword !== null) console.log(signInHint(oneTimePassword, settings));
    if (demo?.password !== undefined) console.log(`Demo: sign in as ${demo.username} with ${demo.password}`);
  }
  // SAFE-4: the addresses of registered devices are known before their first push.
  parts.facts.now().catch((error: unknown) => log.warn({ error }, "could not read the site's devices"));
  startLoops(services, connection, parts);
}

async function openPostgres(databaseUrl: string | null, dataDir: string, log: Log): Promise<Connection> {
  if (databaseUrl !== null) return connectExternalPostgres(databaseUrl);
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  shutdown.add(postgres.stop);
  return postgres.connection;
}

function openServices(key: SecretKey, connection: Connection, log: Log): Services {
  const db = connectDatabase(connection, (error) => {
    // Only its words: the error carries the whole connection.
    if (!shutdown.begun()) log.warn(`a database connection was lost (${errorReason(error)})`);
  });
  shutdown.add(patiently(() => db.destroy()));
  const live = createNotificationBus(connection, log);
  shutdown.add(patiently(() => live.close()));
  return {
    db,
    clock: systemClock,
    log,
    tokens: createTokens(key),
    cursors: createCursors(key),
    secrets: createSecrets(key),
    tickets: createSignedText(key.derive("tickets")),
    live,
  };
}

function startLoops(services: Services, connection: Connection, { field: barriers, images }: SharedParts): void {
  const leadership = createLeadership(connection, services.log);
  shutdown.add(patiently(() => leadership.close()));
  const field = runWhileLeading(leadership, services.log, () => [
    startHealthChecks(services),
    startCameraChecks(services),
    startRetentionJobs(services),
    startMygateSync(services),
    startOutbox(services),
    startSecretCheck(services),
    barriers.start(() => leadership.isLeader()),
  ]);
  const watch = startStaleCommandChecks(services);
  shutdown.add(patiently(() => watch.stop()));
  const pictures = images && startImageRetention(services, images.store);
  shutdown.add(patiently(async () => pictures?.stop()));
  shutdown.add(patiently(() => field.stop()));
}

function signInHint(password: string, { adminPassword }: Settings): string {
  if (adminPassword !== null) return "Sign in as admin with the one-time password from ADMIN_PASSWORD";
  return `Sign in as admin with the one-time password: ${password}`;
}

function stopOnSignals(): void {
  let firstAt: number | undefined;
  const stop = async () => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > sameSignalMs) process.exit(1);
      return;
    }
    firstAt = performance.now();
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await shutdown.run();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}
