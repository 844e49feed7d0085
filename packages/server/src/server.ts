import { api } from "@gatehouse/contract/api";
import type { ScreenReport } from "@gatehouse/contract/entities/display/screen";
import { livenessPath } from "@gatehouse/contract/readiness";
import type { RuntimeConfig } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance } from "fastify";
import { systemHostAddresses } from "./alert/host-addresses.ts";
import { createIntegrationKeyCheck } from "./alert/integration-key.store.ts";
import { createScreenKeyCheck } from "./gate/screens/screen.routes.ts";
import { createScreenStream } from "./gate/screens/screen-stream.ts";
import { registerImageEndpoint } from "./house/images/image-endpoint.ts";
import { registerMetrics } from "./house/metrics/metrics-endpoint.ts";
import { dashboardProxy } from "./intake/devices/dashboard-proxy.ts";
import type { Ingest } from "./intake/ingest/ingest.ts";
import { createLastPayloads } from "./intake/ingest/last-payload.ts";
import { answerWithinMs } from "./intake/ingest/push-deadline.ts";
import { registerPushEndpoint } from "./intake/ingest/push-endpoint.ts";
import { createUnreadablePayloads } from "./intake/ingest/unreadable-payloads.ts";
import { createCameraPorts } from "./intake/sinks/camera-ports.ts";
import { registerVideoRelay } from "./intake/streams/video-relay.ts";
import { createAuthenticator } from "./people/auth/authenticator.ts";
import { authorize } from "./people/auth/authorize.ts";
import { limitToGates } from "./people/auth/limit-to-gates.ts";
import { loadSessionGates } from "./people/auth/session.store.ts";
import { createProviderClient } from "./people/providers/provider-client.ts";
import { createSessionCheck } from "./people/providers/session-check.ts";
import { registerApiDocs } from "./platform/http/api-docs.ts";
import { createApp } from "./platform/http/app.ts";
import { registerConsoleFiles, screenPageVersion } from "./platform/http/console-files.ts";
import { defaultHttpAccess, type HttpAccess } from "./platform/http/http-access.ts";
import { defaultHttpLimits, type HttpLimits } from "./platform/http/http-limits.ts";
import { createLiveStream } from "./platform/http/live-stream.ts";
import { type Authenticate, mountApi } from "./platform/http/mount.ts";
import { registerReadiness } from "./platform/http/readiness.ts";
import { productVersion } from "./platform/product-version.ts";
import type { Services } from "./platform/services.ts";
import { createEventStream } from "./record/events/live-events.ts";
import { apiHandlers } from "./registry.ts";
import { createSharedIngest, createSharedParts, type SharedParts } from "./shared-parts.ts";

/** Creates the web server. Without a built console it serves the API only. */
export async function createServer(
  services: Services,
  {
    parts = createSharedParts(services),
    ingest = createSharedIngest(services, parts),
    consoleDist = null,
    demo,
    limits = defaultHttpLimits,
    access = defaultHttpAccess,
  }: {
    parts?: SharedParts | undefined;
    ingest?: Ingest;
    consoleDist?: string | null;
    demo?: RuntimeConfig["demo"];
    limits?: HttpLimits | undefined;
    access?: HttpAccess;
  } = {},
): Promise<FastifyInstance> {
  const app = createApp(services, limits, access);
  app.callerLimits.setRegistered(parts.siteCache.isRegisteredAddress);
  const checkToken = createSessionCheck(services, createProviderClient(services), "token");
  const findPerson = createAuthenticator(services, checkToken);
  const authenticate: Authenticate = (...attempt) => services.health.guard(() => findPerson(...attempt));
  const stream = createLiveStream(
    services.live,
    (ids) => loadSessionGates(services.db, ids, services.clock.now()),
    services.log,
    createEventStream(services, parts.freshEvents),
  );
  const screenStream = createScreenStream(services, parts.screens, screenPageVersion(consoleDist));
  app.addHook("preClose", async () => {
    stream.close();
    screenStream.close();
    await parts.backTests.close();
  });
  app.get(livenessPath, () => ({ status: "ok" }));
  registerReadiness(app, services, {
    probeSpace: parts.images?.store.space ?? null,
    outageStatus: parts.outage?.status,
  });
  registerMetrics(app, services, {
    token: access.metricsToken,
    loadNetworks: async () => (await parts.siteCache.now()).configs.metricsNetworks,
  });
  services.metrics.read("gatehouse_live_clients", stream.count);
  mountApi(app, api, apiHandlers(services, parts), {
    db: services.db,
    health: services.health,
    authenticate,
    authorize,
    limit: (...call) => limitToGates(services.db, ...call),
    authenticateKey: createIntegrationKeyCheck(services),
    onWrite: parts.siteCache.drop,
    stream: stream.open,
    authenticateScreen: createScreenKeyCheck(services),
    streamToScreen: (screen, query, request, reply) => screenStream.open(screen, query as ScreenReport, request, reply),
  });
  registerIngest(app, services, { ...parts, ingest }, authenticate);
  dashboardProxy(app, services);
  registerVideoRelay(app, services);
  registerApiDocs(app, api, productVersion);
  if (consoleDist !== null) {
    await registerConsoleFiles(app, consoleDist, { version: productVersion, ...(demo && { demo }) });
  }
  return app;
}

/** Registers the endpoints that devices push to and that serve their pictures. */
function registerIngest(
  app: FastifyInstance,
  services: Services,
  { siteCache, ingest, images, answerPushWithinMs = answerWithinMs }: SharedParts & { readonly ingest: Ingest },
  authenticate: Authenticate,
): void {
  const lastPayloads = createLastPayloads(services);
  const unreadable = createUnreadablePayloads(services);
  const cameraPorts = createCameraPorts(siteCache, systemHostAddresses);
  registerPushEndpoint(app, services, {
    siteCache,
    ingest,
    lastPayloads,
    cameraPorts,
    unreadable,
    answerWithinMs: answerPushWithinMs,
  });
  if (images) registerImageEndpoint(app, services, images.store, { authenticate, loadSessionGates });
  app.addHook("onClose", async () => {
    lastPayloads.close();
    await unreadable.settled();
    await ingest.settled();
    await images?.intake.settled();
    siteCache.close();
  });
}
