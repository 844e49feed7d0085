import { api } from "@gatehouse/contract/api";
import type { RuntimeConfig } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance } from "fastify";
import { authenticate } from "./entities/auth/session.store.ts";
import { holderOf } from "./entities/integration/integration-key.store.ts";
import { dashboardProxy } from "./live/dashboard-proxy.ts";
import { apiDocs } from "./platform/api-docs.ts";
import { openApp } from "./platform/app.ts";
import type { AnyHandlers } from "./platform/call.ts";
import { consoleFiles } from "./platform/console-files.ts";
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
): Promise<FastifyInstance> {
  const app = openApp(services.log);
  const stream = openLiveStream(services.live, services.db, services.log);
  app.addHook("preClose", async () => stream.close());
  app.get("/healthz", () => ({ status: "ok" }));
  mountApi(app, api, apiHandlers(services) as unknown as AnyHandlers, {
    db: services.db,
    authenticate: (token) => authenticate(token, services),
    authenticateKey: (key, purpose) => holderOf(services.db, key, purpose, services.clock.now()),
    stream: stream.open,
  });
  dashboardProxy(app, services);
  apiDocs(app, api, productVersion);
  if (consoleDist !== null) {
    await consoleFiles(app, consoleDist, { version: productVersion, ...(demo && { demo }) });
  }
  return app;
}
