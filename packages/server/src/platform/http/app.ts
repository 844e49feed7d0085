import { randomUUID } from "node:crypto";
import { type Server, type ServerOptions, STATUS_CODES } from "node:http";
import type { TlsOptions } from "node:tls";
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Clock } from "../clock.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import type { Metrics } from "../metrics.ts";
import { isInside, parseNetworks } from "../networks.ts";
import type { Services } from "../services.ts";
import { checkIntervalMs } from "./body-watch.ts";
import { isLoopback } from "./caller-address.ts";
import { registerCallerLimits } from "./caller-limits.ts";
import type { HttpAccess } from "./http-access.ts";
import { HttpError, httpError } from "./http-error.ts";
import type { HttpLimits } from "./http-limits.ts";
import { handleClientError } from "./raw-response.ts";
import { recordArrivals } from "./request-arrival.ts";
import { registerSecurityHeaders } from "./security-headers.ts";
import { rewriteSidePortUrl } from "./side-ports.ts";
import { readCertificate, type TlsFiles } from "./tls-files.ts";

const byFastifyCode: Record<string, HttpError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: httpError("request/too-large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: httpError("request/unsupported-type"),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: httpError("request/invalid"),
  FST_ERR_CTP_INVALID_JSON_BODY: httpError("request/bad-json"),
};

// PostgreSQL can't store the character U+0000 in a text.
const textCodes = /^(22021|22P05)$/;

const retryAfterSeconds = 5;

/** Turns every error into a response; internal details go to the log only. */
function registerErrorHandler(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendHttpError(httpError("route/unknown"), reply));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status } = toHttpError(error);
    if (status >= 500) request.log.error({ error }, STATUS_CODES[status]);
    return sendError(error, reply);
  });
}

/** Sends an error in the shape that all errors have. */
const sendError = (error: FastifyError, reply: FastifyReply): FastifyReply => sendHttpError(toHttpError(error), reply);

/** The id of the request leads from the error that a person sees to the lines in the log. */
function sendHttpError(error: HttpError, reply: FastifyReply): FastifyReply {
  if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
  return reply.code(error.status).send({ ...error.body, requestId: reply.request.id });
}

function toHttpError(error: FastifyError): HttpError {
  if (error instanceof HttpError) return error;
  const known = byFastifyCode[error.code];
  if (known) return known;
  if (textCodes.test(error.code ?? ""))
    return httpError("request/invalid", { message: "A text contains the character U+0000" });
  if (isDatabaseUnavailable(error)) {
    return httpError("server/unavailable", { retryAfterSeconds });
  }
  return error.statusCode && error.statusCode < 500 ? httpError("request/invalid") : httpError("server/unexpected");
}

type Bindings = Parameters<FastifyBaseLogger["child"]>;
type Line = Parameters<FastifyBaseLogger["info"]>;

/** The log of a request, with its id. Most requests log nothing, so its child logger is created with the first line. */
class RequestLog implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #own: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log;
    this.#bindings = bindings;
  }

  #child(): FastifyBaseLogger {
    this.#own ??= this.#log.child(...this.#bindings);
    return this.#own;
  }

  get level(): string {
    return this.#child().level;
  }
  set level(level: string) {
    this.#child().level = level;
  }
  fatal(...line: Line): void {
    this.#child().fatal(...line);
  }
  error(...line: Line): void {
    this.#child().error(...line);
  }
  warn(...line: Line): void {
    this.#child().warn(...line);
  }
  info(...line: Line): void {
    this.#child().info(...line);
  }
  debug(...line: Line): void {
    this.#child().debug(...line);
  }
  trace(...line: Line): void {
    this.#child().trace(...line);
  }
  silent(...line: Line): void {
    this.#child().silent(...line);
  }
  child(...bindings: Bindings): FastifyBaseLogger {
    return this.#child().child(...bindings);
  }
}

/** Fastify's factory of the logs of requests. */
const createRequestLog = (log: FastifyBaseLogger, ...bindings: Bindings): FastifyBaseLogger =>
  new RequestLog(log, [bindings[0], bindings[1]]);

declare module "fastify" {
  interface FastifyContextConfig {
    /** Called frequently; only failures are logged. */
    isRoutine?: boolean;
    /** Called by monitoring, which sees the response itself; logged at debug level only. */
    isProbe?: boolean;
    /** Sent by a device: has metrics of its own. */
    isPush?: boolean;
    /** Answered for as long as its reader is connected. */
    isStream?: boolean;
  }
}

const bodyLimit = 1_048_576;
const maxParamLength = 500;

type AppParts = Pick<Services, "log" | "clock" | "metrics">;

/** Creates the web server with its headers, errors, limits and request log, but without routes. */
export function createApp(
  { log, clock, metrics }: AppParts,
  limits: HttpLimits,
  { tls, trustedProxies }: HttpAccess,
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    // Replaced by one line for each request, see below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    childLoggerFactory: createRequestLog,
    genReqId: () => randomUUID(),
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    rewriteUrl: rewriteSidePortUrl,
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
    // Only a reverse proxy on this machine or a configured one may set the caller's address.
    trustProxy: ["loopback", ...trustedProxies],
    forceCloseConnections: true,
    clientErrorHandler: handleClientError,
    ...(tls
      ? { https: { ...serverOptions(limits), ...tlsOptions(tls, limits, clock) } }
      : { http: serverOptions(limits) }),
  } as FastifyHttpOptions<Server>);
  // Connections that are still in their handshake are limited in total only.
  if (tls) app.server.maxConnections = 2 * limits.maxConnections;
  recordArrivals(app, clock);
  const proxies = parseNetworks(trustedProxies.join());
  registerCallerLimits(app, limits, (address) => isLoopback(address) || isInside(proxies, address));
  acceptEmptyBodies(app);
  registerSecurityHeaders(app, tls?.hstsSeconds ?? 0);
  registerErrorHandler(app);
  app.addHook("onSend", (request, reply, payload, done) => {
    const isUncached = request.url.startsWith("/api/") && !reply.hasHeader("cache-control");
    if (isUncached) reply.header("cache-control", "no-store");
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    countRequest(metrics, request, reply);
    const level = logLevel(request, reply.statusCode);
    if (log.isLevelEnabled(level)) request.log[level](describeRequest(request, reply), "answered");
    done();
  });
  return app;
}

/**
 * Node limits the time of the headers. Its time limit for whole requests would be the same for a sign-in and a
 * large file (Fastify turns it off), so the transfer rate of bodies is limited instead.
 */
const serverOptions = (limits: HttpLimits): ServerOptions => ({
  headersTimeout: limits.requestTimeoutMs,
  connectionsCheckingInterval: checkIntervalMs(limits),
  // Some clients offer HTTP/2 with every request; only WebSockets are upgraded.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
});

/** Built-in TLS. */
function tlsOptions(files: TlsFiles, limits: HttpLimits, clock: Clock): TlsOptions {
  const { cert, key } = readCertificate(files, clock.now());
  return { cert, key, minVersion: "TLSv1.2", handshakeTimeout: limits.requestTimeoutMs };
}

function logLevel({ method, routeOptions }: FastifyRequest, status: number): "debug" | "info" | "error" {
  if (routeOptions.config.isProbe) return "debug";
  if (status >= 500) return "error";
  // Throttled callers would fill the log.
  const isQuiet = method === "GET" || (routeOptions.config.isRoutine && (status < 400 || status === 429));
  return isQuiet ? "debug" : "info";
}

/** Counts a response. Pushes have a histogram of their own, and streams last as long as their reader. */
function countRequest(metrics: Metrics, { routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
  metrics.count("gatehouse_http_requests_total", { status: `${Math.floor(statusCode / 100)}xx` });
  if (routeOptions.config.isPush || routeOptions.config.isStream) return;
  metrics.observe("gatehouse_http_request_duration_seconds", {}, elapsedTime / 1_000);
}

const describeRequest = ({ method, url, ip }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  method,
  path: withoutQuery(url),
  status: statusCode,
  ip,
  ms: Math.round(elapsedTime),
});

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
