import { existsSync } from "node:fs";
import { join } from "node:path";
import { startFares } from "./access/fares/price-stays.ts";
import { startMygateSync } from "./access/identifiers/mygate-sync.ts";
import { startAreaAlerts } from "./access/rules/area-alerts.ts";
import { startPassageConfirmation } from "./access/rules/confirm-passages.ts";
import { raiseAlert, resolveAlertsOf } from "./alert/alert.store.ts";
import { startShelf } from "./alert/alerts/alert-handling.store.ts";
import { createConditionAlerts } from "./alert/condition-alerts.ts";
import { startAuditDays } from "./alert/integrations/audit-days.ts";
import { startNotifications } from "./alert/notifications/notification-job.ts";
import { startOutbox } from "./alert/outbox.ts";
import { requireLoopbackHost, serveDemoProgress, setUpDemo } from "./demo.ts";
import { startHeldBarriers } from "./gate/hardware/held-barriers.ts";
import { startSlowOpeningChecks } from "./gate/hardware/slow-openings.ts";
import { startStaleCommandChecks } from "./gate/hardware/stale-commands.ts";
import { assignMissingRelays } from "./gate/site/relay-assignments.ts";
import { startAuditSealing } from "./house/audit/seal-job.ts";
import { startBackups } from "./house/backup/backup-schedule.ts";
import { startImageRetention } from "./house/images/image-retention.ts";
import { startImageUploads } from "./house/images/image-uploads.ts";
import { startMetrics } from "./house/metrics/start-metrics.ts";
import type { ImagePlace } from "./house/open-image-store.ts";
import { ensureRequiredConfigs } from "./house/required-config.store.ts";
import { startRetentionJobs } from "./house/retention/retention-jobs.ts";
import { startCameraChecks } from "./intake/devices/camera-checks.ts";
import { startDeviceAlerts } from "./intake/devices/device-alerts.ts";
import { startHealthChecks } from "./intake/devices/health-checks.ts";
import { startMediaServerChecks } from "./intake/devices/media-server-checks.ts";
import { startSecretCheck } from "./intake/devices/secret-check.ts";
import { startSilentCameraChecks } from "./intake/devices/silent-cameras.ts";
import type { Ingest } from "./intake/ingest/ingest.ts";
import { findSavedReplica, openReplica } from "./intake/ingest/outage/replica.ts";
import { startLoops } from "./intake/loops/loop-jobs.ts";
import { startReaders } from "./intake/readers/reader-jobs.ts";
import { createFirstAdmin } from "./people/auth/first-admin.ts";
import { systemClock } from "./platform/clock.ts";
import { prepareDataFolder } from "./platform/data-folder.ts";
import type { Connection } from "./platform/database/database.ts";
import { createLeadership, holdDuringOutages } from "./platform/database/leadership.ts";
import { migrate } from "./platform/database/migrate.ts";
import { listen } from "./platform/http/listen.ts";
import { readCertificate } from "./platform/http/tls-files.ts";
import { runWhileLeader } from "./platform/leader-jobs.ts";
import { createLog, type Log, standardError } from "./platform/log.ts";
import { startEmbeddedPostgres } from "./platform/postgres/embedded-postgres.ts";
import { connectExternalPostgres, UnreachableError } from "./platform/postgres/external-postgres.ts";
import { restrictDataFolder } from "./platform/private-files.ts";
import { createRecentLog, type RecentLog, tee } from "./platform/recent-log.ts";
import { loadSecretKey, type SecretKey } from "./platform/security/secret-key.ts";
import { createServices, type Services } from "./platform/services.ts";
import { parseSettings, type Settings } from "./platform/settings.ts";
import { createShutdown, withTimeout } from "./platform/shutdown.ts";
import { openSpool } from "./platform/spool/spool.ts";
import { errorReason, StartupError } from "./platform/startup-error.ts";
import { rejectUnfinishedRestore } from "./platform/unfinished-restore.ts";
import { startClockAlerts } from "./record/data-quality/clock-alerts.ts";
import { startOverview } from "./record/overview/overview-jobs.ts";
import { createReportProducer } from "./record/reports/jobs/report-producer.ts";
import { startReports } from "./record/reports/jobs/report-runner.ts";
import { type RunMode, readRunMode } from "./run-mode.ts";
import { createServer } from "./server.ts";
import { createSharedIngest, createSharedParts, type SharedParts, withOutage } from "./shared-parts.ts";
import { startTls } from "./start-tls.ts";

const consoleDist = join(import.meta.dirname, "../../console/dist");
const maxShutdownMs = 4800;
// Under npm, Ctrl-C arrives twice: from the terminal and from npm. Only a later signal forces the exit.
const duplicateSignalMs = 1000;

const shutdown = createShutdown((error) => console.error(error));

try {
  // New files are accessible to this account only.
  process.umask(0o077);
  const settings = parseSettings(process.env);
  const mode = readRunMode(process.env);
  if (mode.isDemo) requireLoopbackHost(settings);
  const recentLog = createRecentLog();
  const log = createLog(settings.logLevel, tee(standardError(), recentLog));
  stopOnSignals();
  await start(settings, mode, log, recentLog);
} catch (error) {
  await shutdown.run();
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
}

async function start(settings: Settings, mode: RunMode, log: Log, recentLog: RecentLog): Promise<void> {
  const dataDir = prepareDataFolder(settings.dataDir);
  recentLog.open(dataDir);
  restrictDataFolder(dataDir, (message) => log.warn(`DATA_DIR: ${message}`));
  rejectUnfinishedRestore(dataDir);
  if (settings.httpAccess.tls) readCertificate(settings.httpAccess.tls, systemClock.now());
  const key = loadSecretKey(settings.secretKey ?? undefined, dataDir);
  const snapshotFolder = join(dataDir, "snapshot");
  const saved = mode.isDemo ? undefined : findSavedReplica(snapshotFolder);
  const { connection, isAway } = await openPostgres(settings.databaseUrl, dataDir, log, saved !== undefined);
  const spool = await openSpool(dataDir, log, settings.maxSpoolBytes);
  shutdown.add(withTimeout(() => spool.close()));
  const replica = await openReplica(snapshotFolder, spool.number, isAway ? saved : undefined);
  shutdown.add(withTimeout(() => replica.close()));
  const prepare = async () => {
    await migrate(connection);
    await ensureRequiredConfigs(services.db, mode.initialConfigs);
    await assignMissingRelays(services);
  };
  const services = openServices(key, connection, log, isAway ? prepare : undefined);
  if (isAway) log.error("the database is not available: gates decide from the saved snapshot until it is back");
  else await prepare();
  const demo = mode.isDemo ? await setUpDemo(services.db, settings) : undefined;
  const machine = { dataDir, backupDir: settings.backupDir };
  const imagePlace = { folder: join(dataDir, "images"), s3: settings.s3 };
  const ownParts = createSharedParts(services, { imagePlace, reportFolder: join(dataDir, "reports"), machine });
  const parts = await withOutage(services, ownParts, { spool, replica, isAway });
  const ingest = createSharedIngest(services, parts);
  const app = await createServer(services, {
    parts,
    ingest,
    consoleDist: existsSync(join(consoleDist, "index.html")) ? consoleDist : null,
    demo,
    limits: settings.httpLimits,
    access: settings.httpAccess,
  });
  shutdown.add(withTimeout(() => app.close()));
  if (demo) serveDemoProgress(app, dataDir);

  const { images } = parts;
  const stopMetrics = startMetrics(services, images && (async () => (await images.store.space()).freeBytes));
  shutdown.add(async () => stopMetrics());
  const outageJob = parts.outage?.start();
  shutdown.add(withTimeout(async () => outageJob?.stop()));
  await parts.outage?.ready();
  const oneTimePassword = isAway ? null : await createFirstAdmin(services.db, settings.adminPassword);
  try {
    console.log(`Gatehouse is ready at ${await listen(app, settings.host, settings.port)}`);
  } finally {
    // Printed even if the port is taken: the password is stored by now and can't be shown again.
    if (oneTimePassword !== null) console.log(signInHint(oneTimePassword, settings));
    if (demo?.password !== undefined) console.log(`Demo: sign in as ${demo.username} with ${demo.password}`);
  }
  services.health.start();
  await startTls(services, app, settings, shutdown);
  // Loads the addresses of registered devices before their first push.
  parts.siteCache.now().catch((error: unknown) => log.warn({ error }, "could not load the site's devices"));
  const sinks = parts.sinkListeners.start(app, settings.deviceHost);
  shutdown.add(withTimeout(() => sinks.stop()));
  const { deviceHost: host, backupDir: backupFolder } = settings;
  startJobs(services, connection, { ...parts, ingest }, { host, imagePlace, backupFolder });
}

/** With a saved snapshot the server starts even if the database is away. */
async function openPostgres(
  databaseUrl: string | null,
  dataDir: string,
  log: Log,
  canStartAway: boolean,
): Promise<{ connection: Connection; isAway: boolean }> {
  if (databaseUrl === null) {
    const postgres = await startEmbeddedPostgres({ dataDir, log, mayStartLater: canStartAway });
    shutdown.add(postgres.stop);
    return { connection: postgres.connection, isAway: !postgres.hasStarted };
  }
  try {
    return { connection: await connectExternalPostgres(databaseUrl), isAway: false };
  } catch (error) {
    if (!canStartAway || !(error instanceof UnreachableError)) throw error;
    return { connection: { connectionString: databaseUrl }, isAway: true };
  }
}

function openServices(
  key: SecretKey,
  connection: Connection,
  log: Log,
  prepare: (() => Promise<void>) | undefined,
): Services {
  const services = createServices({
    key,
    connection,
    log,
    prepare,
    onConnectionError: (error) => {
      // The message only: the error object holds the whole connection.
      if (!shutdown.hasBegun()) log.warn(`a database connection was lost (${errorReason(error)})`);
    },
  });
  shutdown.add(withTimeout(() => services.db.destroy()));
  shutdown.add(withTimeout(() => services.health.stop()));
  shutdown.add(withTimeout(() => services.live.close()));
  return services;
}

function startJobs(
  services: Services,
  connection: Connection,
  {
    siteCache,
    commandSender,
    hardwareState,
    screens,
    images,
    quality,
    reportFiles,
    ingest,
  }: SharedParts & { readonly ingest: Ingest },
  { host, imagePlace, backupFolder }: { host: string; imagePlace: ImagePlace; backupFolder: string | null },
): void {
  const leadership = createLeadership(connection, services.log);
  services.metrics.read("gatehouse_leader", () => (leadership.isLeader() ? 1 : 0));
  shutdown.add(withTimeout(() => leadership.close()));
  const held = holdDuringOutages(leadership, services.health);
  const produce = createReportProducer(services.db);
  const leaderJobs = runWhileLeader(held, services.log, () => [
    startPassageConfirmation(services),
    startAreaAlerts(services),
    startHealthChecks(services),
    startDeviceAlerts(services),
    startMediaServerChecks(services),
    startCameraChecks(services),
    startRetentionJobs(services),
    startOverview(services),
    startFares(services),
    startAuditSealing(services),
    startAuditDays(services),
    startMygateSync(services),
    startOutbox(services),
    startShelf(services),
    startNotifications(services),
    ...(reportFiles ? [startReports(services, { files: reportFiles, imagePlace, produce })] : []),
    ...(backupFolder === null ? [] : [startBackups(services, backupFolder, { raiseAlert, resolveAlertsOf })]),
    startSecretCheck(services),
    startSilentCameraChecks(services),
    startClockAlerts(services),
    startLoops(services, { siteCache, ingest, hardwareState }),
    screens.startChecks(),
    startReaders(services, { siteCache, ingest, host }),
    commandSender.start(() => held.isLeader()),
    commandSender.startStatusChecks(),
    startHeldBarriers(services, siteCache),
    startSlowOpeningChecks(services),
  ]);
  const qualityFlushes = quality.start();
  shutdown.add(withTimeout(() => qualityFlushes.stop()));
  const staleCommandChecks = startStaleCommandChecks(services);
  shutdown.add(withTimeout(() => staleCommandChecks.stop()));
  const imageUploads = images?.shared && startImageUploads(services, images.shared);
  shutdown.add(withTimeout(async () => imageUploads?.stop()));
  const imageRetention =
    images && startImageRetention(services, images.store, createConditionAlerts(services, "DISK_NEARLY_FULL"));
  shutdown.add(withTimeout(async () => imageRetention?.stop()));
  shutdown.add(withTimeout(() => leaderJobs.stop()));
}

function signInHint(password: string, { adminPassword }: Settings): string {
  if (adminPassword !== null) return "Sign in as admin with the one-time password from ADMIN_PASSWORD";
  return `Sign in as admin with the one-time password: ${password}`;
}

function stopOnSignals(): void {
  let firstAt: number | undefined;
  const stop = async () => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > duplicateSignalMs) process.exit(1);
      return;
    }
    firstAt = performance.now();
    setTimeout(() => process.exit(1), maxShutdownMs).unref();
    await shutdown.run();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}
