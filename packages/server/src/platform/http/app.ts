import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { checkIntervalMs } from "./body-watch.ts";
import { registerCallerLimits } from "./caller-limits.ts";
import { registerErrorHandler, sendError } from "./error-responses.ts";
import type { HttpLimits } from "./http-limits.ts";
import { handleClientError } from "./raw-response.ts";
import { recordArrivals } from "./request-arrival.ts";
import { registerSecurityHeaders } from "./security-headers.ts";
import { rewriteSidePortUrl } from "./side-ports.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Called frequently; only failures are logged. */
    isRoutine?: boolean;
    /** Called by monitoring, which sees the response itself; logged at debug level only. */
    isProbe?: boolean;
  }
}

const bodyLimit = 1_048_576;
const maxParamLength = 500;

/** Creates the web server with its headers, errors, limits and request log, but without routes. */
export function createApp(log: Log, clock: Clock, limits: HttpLimits): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    // Replaced by one line for each request, see below.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    rewriteUrl: rewriteSidePortUrl,
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
    // Only a reverse proxy on this machine may set the caller's address.
    trustProxy: "loopback",
    forceCloseConnections: true,
    // SAFE-4: Node limits the time of the headers. Its time limit for whole requests would be the same for a sign-in
    // and a large file (Fastify turns it off), so the transfer rate of bodies is limited instead.
    http: {
      headersTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs(limits),
      // Some clients offer HTTP/2 with every request; only WebSockets are upgraded.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
    },
    clientErrorHandler: handleClientError,
  });
  recordArrivals(app, clock);
  registerCallerLimits(app, limits);
  acceptEmptyBodies(app);
  registerSecurityHeaders(app);
  registerErrorHandler(app);
  app.addHook("onSend", async (request, reply) => {
    const isUncached = request.url.startsWith("/api/") && !reply.hasHeader("cache-control");
    if (isUncached) reply.header("cache-control", "no-store");
  });
  app.addHook("onResponse", async (request, reply) => {
    const level = logLevel(request, reply.statusCode);
    const { method, ip } = request;
    request.log[level](
      {
        requestId: request.id,
        method,
        path: withoutQuery(request.url),
        status: reply.statusCode,
        ip,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
  return app;
}

function logLevel({ method, routeOptions }: FastifyRequest, status: number): "debug" | "info" | "error" {
  if (routeOptions.config.isProbe) return "debug";
  if (status >= 500) return "error";
  // Throttled callers would fill the log.
  const isQuiet = method === "GET" || (routeOptions.config.isRoutine && (status < 400 || status === 429));
  return isQuiet ? "debug" : "info";
}

/** The query may contain plates and names. */
const withoutQuery = (url: string) => url.split("?", 1)[0];

/** Accepts requests that declare JSON but have no body. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    return parseJson(request, text as string, done);
  });
}
