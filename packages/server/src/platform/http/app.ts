import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { sweepMs } from "./body-watch.ts";
import { registerCallerLimits } from "./caller-limits.ts";
import { registerErrorHandler, sendError } from "./error-responses.ts";
import type { HttpLimits } from "./http-limits.ts";
import { handleClientError } from "./raw-response.ts";
import { recordArrivals } from "./request-arrival.ts";
import { registerSecurityHeaders } from "./security-headers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Called all the time: the log says only what went wrong. */
    isRoutine?: boolean;
    /** Asked by monitors, which see the answer themselves. */
    isProbe?: boolean;
  }
}

const bodyLimit = 1_048_576;
const longestParam = 500;

/** The bare web server: headers, errors and logs as every answer has them, and nothing served yet. */
export function createApp(log: Log, clock: Clock, limits: HttpLimits): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    // One line an answer, written below, instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParam },
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
    // A reverse proxy on the same machine may say who really calls; anyone else may not.
    trustProxy: "loopback",
    forceCloseConnections: true,
    // SAFE-4: Node checks the time of the headers. Fastify switches Node's time limit for whole requests off, and it
    // would be the same for a sign-in and for a large file: the rate of bodies is watched instead.
    http: { headersTimeout: limits.requestTimeoutMs, connectionsCheckingInterval: sweepMs(limits) },
    clientErrorHandler: handleClientError,
  });
  recordArrivals(app, clock);
  registerCallerLimits(app, limits);
  acceptEmptyBodies(app);
  registerSecurityHeaders(app);
  registerErrorHandler(app);
  app.addHook("onSend", async (request, reply) => {
    const isOpen = request.url.startsWith("/api/") && !reply.hasHeader("cache-control");
    if (isOpen) reply.header("cache-control", "no-store");
  });
  app.addHook("onResponse", async (request, reply) => {
    const level = levelOf(request, reply.statusCode);
    const { method, ip } = request;
    request.log[level](
      {
        requestId: request.id,
        method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ip,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
  return app;
}

function levelOf({ method, routeOptions }: FastifyRequest, status: number): "debug" | "info" | "error" {
  if (routeOptions.config.isProbe) return "debug";
  if (status >= 500) return "error";
  // Throttled callers would fill the log.
  const isQuiet = method === "GET" || (routeOptions.config.isRoutine && (status < 400 || status === 429));
  return isQuiet ? "debug" : "info";
}

/** Without the query, which may hold plates and names. */
const pathOf = (url: string) => url.split("?", 1)[0];

/** Calls without a body may still announce JSON. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    return parseJson(request, text as string, done);
  });
}
