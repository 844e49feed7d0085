import { api } from "@gatehouse/contract/api";
import { livenessPath } from "@gatehouse/contract/readiness";
import type { RuntimeConfig } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance } from "fastify";
import { authenticate } from "./entities/auth/session.store.ts";
import { createKeyCheck } from "./entities/integration/key-check.ts";
import { dashboardProxy } from "./live/dashboard-proxy.ts";
import { eventFrames } from "./live/event-frames.ts";
import { imageEndpoint } from "./live/images/image-endpoint.ts";
import { openIngest } from "./live/ingest/ingest.ts";
import { ingestEndpoint } from "./live/ingest/ingest-endpoint.ts";
import { openLastPayloads } from "./live/ingest/last-payload.ts";
import { answerWithinMs } from "./live/ingest/push-deadline.ts";
import { type LiveParts, openLiveParts } from "./live/live-parts.ts";
import { readinessRoute } from "./live/readiness.ts";
import { apiDocs } from "./platform/api-docs.ts";
import { openApp } from "./platform/app.ts";
import type { AnyHandlers } from "./platform/call.ts";
import { consoleFiles } from "./platform/console-files.ts";
import { defaultHttpLimits, type HttpLimits } from "./platform/http-limits.ts";
import { openLiveStream } from "./platform/live-stream.ts";
import { mountApi } from "./platform/mount.ts";
import { productVersion } from "./platform/product-version.ts";
import type { Services } from "./platform/services.ts";
import { apiHandlers } from "./registry.ts";

/** The whole web server on the given services; without a built console it serves the API alone. */
export async function openServer(
  services: Services,
  consoleDist: string | null,
  demo?: RuntimeConfig["demo"],
  parts: LiveParts = openLiveParts(services, null),
  limits: HttpLimits = defaultHttpLimits,
): Promise<FastifyInstance> {
  const app = openApp(services.log, services.clock, limits);
  app.callerLimits.registered(parts.facts.isRegisteredAddress);
  const stream = openLiveStream(services.live, services.db, services.log, eventFrames(services));
  app.addHook("preClose", async () => stream.close());
  app.get(livenessPath, () => ({ status: "ok" }));
  readinessRoute(app, services, parts.images?.store ?? null);
  mountApi(app, api, apiHandlers(services, parts) as unknown as AnyHandlers, {
    db: services.db,
    authenticate: (token) => authenticate(token, services),
    authenticateKey: createKeyCheck(services),
    wrote: parts.facts.drop,
    stream: stream.open,
  });
  openIngestOn(app, services, parts);
  dashboardProxy(app, services);
  apiDocs(app, api, productVersion);
  if (consoleDist !== null) {
    await consoleFiles(app, consoleDist, { version: productVersion, ...(demo && { demo }) });
  }
  return app;
}

/** Opens the way in for devices, and the pictures that they sent. */
function openIngestOn(app: FastifyInstance, services: Services, parts: LiveParts): void {
  const { facts, field, images, answerPushWithinMs = answerWithinMs } = parts;
  const lastPayloads = openLastPayloads(services);
  const ingest = openIngest(services, { facts, field, images: images?.intake ?? null });
  ingestEndpoint(app, services, { facts, ingest, lastPayloads, answerWithinMs: answerPushWithinMs });
  if (images) imageEndpoint(app, services, images.store);
  app.addHook("onClose", async () => {
    lastPayloads.close();
    await ingest.settled();
    await images?.intake.settled();
    facts.close();
  });
}
