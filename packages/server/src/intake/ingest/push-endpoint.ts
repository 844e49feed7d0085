import { secretUnreadable } from "@gatehouse/contract/entities/ingest.messages";
import { asText } from "@gatehouse/contract/fields/as-text";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { FeedResponse, Payload, PayloadReader } from "@gatehouse/drivers/plate-feeds/feed";
import { parsePayload } from "@gatehouse/drivers/plate-feeds/payload";
import { toSample, treeOf } from "@gatehouse/drivers/plate-feeds/payload-tree";
import { readPayload } from "@gatehouse/drivers/plate-feeds/registry";
import { findModule, type Sender, senderName } from "@gatehouse/engine/events/incoming-event";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Site, SiteCache } from "../../gate/site-cache.ts";
import { addressKey, callerAddress, plainAddress } from "../../platform/http/caller-address.ts";
import { HttpError, httpError } from "../../platform/http/http-error.ts";
import { sidePortOf, sidePortPath } from "../../platform/http/side-ports.ts";
import { createSecretThrottle } from "../../platform/security/secret-throttle.ts";
import type { Services } from "../../platform/services.ts";
import { splitByAntenna } from "./antenna-readers.ts";
import type { IngestSource, LastPayload, LastSample } from "./device-secret.store.ts";
import { createDigestAuth } from "./digest-auth.ts";
import type { Ingest } from "./ingest.ts";
import type { LastPayloads } from "./last-payload.ts";
import {
  createKnownSenders,
  findSender,
  hasCredentials,
  isAuthentic,
  type PushRequest,
  parseSource,
  secretHeader,
} from "./push-authentication.ts";
import { createPushDeadline, type PushDeadline } from "./push-deadline.ts";
import { toExcerpt, type UnreadablePayloads } from "./unreadable-payloads.ts";

/** Finds the cameras that push to ports of their own. */
export interface CameraPorts {
  /** The camera with this port at this address; rejects any other caller. */
  findSender(port: number, address: string): Promise<Sender>;
}

const maxBodyBytes = 16 * 1_048_576;

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated sender. */
    ingestSender: Sender | null;
    /** The content type as sent, which may not be a valid media type. */
    ingestContentType: string;
    ingestDeadline: PushDeadline | null;
  }
}

interface PushParts {
  readonly siteCache: SiteCache;
  readonly ingest: Ingest;
  readonly lastPayloads: LastPayloads;
  readonly unreadable: UnreadablePayloads;
  readonly cameraPorts: CameraPorts;
  readonly answerWithinMs: number;
}

/**
 * The endpoint for device pushes, authenticated by secret or by address. On the port of a camera, any path
 * is its endpoint, and its address authenticates it.
 */
export function registerPushEndpoint(
  app: FastifyInstance,
  services: Services,
  { siteCache, ingest, lastPayloads, unreadable, cameraPorts, answerWithinMs }: PushParts,
): void {
  const { clock, metrics } = services;
  const throttle = createSecretThrottle(clock);
  const knownSenders = createKnownSenders(services);
  const digestAuth = createDigestAuth(clock);

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.decorateRequest("ingestSender", null);
    scope.decorateRequest("ingestContentType", "");
    scope.decorateRequest("ingestDeadline", null);
    // Authenticates before the body is read.
    scope.addHook("onRequest", (request, reply, done) => {
      const deadline = createPushDeadline(clock, answerWithinMs);
      request.ingestDeadline = deadline;
      const admit = (sender: Sender) => {
        request.ingestSender = sender;
        request.server.callerLimits.trust(request, senderName(sender));
        // Many devices send invalid content types, which Fastify rejects; without one it accepts any body.
        request.ingestContentType = request.headers["content-type"] ?? "";
        request.headers["content-type"] = undefined;
      };
      const fail = (error: Error) => {
        if (error instanceof HttpError && error.status === 401)
          reply.header("www-authenticate", digestAuth.challenges());
        done(error);
      };
      deadline
        .within(findSenderOf(request as PushRequest))
        .then(admit)
        .then(() => done(), fail);
    });
    scope.addHook("onResponse", (request, reply, done) => {
      metrics.count("gatehouse_pushes_total", { result: resultOf(reply.statusCode) });
      const spentMs = request.ingestDeadline?.spentMs() ?? 0;
      metrics.observe("gatehouse_push_duration_seconds", {}, spentMs / 1_000);
      done();
    });
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const deadline = request.ingestDeadline ?? createPushDeadline(clock, answerWithinMs);
      return sendReply(reply, await deadline.within(accept(request as PushRequest, deadline)));
    };
    const config = { isRoutine: true, isPush: true };
    for (const base of [`${apiPath}/ingest`, sidePortPath]) {
      for (const url of [`${base}/:source`, `${base}/:source/*`]) {
        scope.route({ method: ["POST", "PUT"], url, bodyLimit: maxBodyBytes, config, handler });
      }
    }
    const rejectMethod = async () => {
      throw httpError("route/unknown", { message: "This port accepts POST and PUT only" });
    };
    // Without this route the console's pages would be served on the ports of cameras.
    scope.route({
      method: ["GET", "DELETE", "PATCH"],
      url: `${sidePortPath}/*`,
      config: { isRoutine: true },
      handler: rejectMethod,
    });
  });

  async function findSenderOf(request: PushRequest): Promise<Sender> {
    const port = sidePortOf(request.raw.socket);
    // The caller's own address: a proxy's header must not stand for that of a camera.
    if (port !== undefined) return cameraPorts.findSender(port, plainAddress(request.raw.socket.remoteAddress));
    if (!request.url.startsWith(`${apiPath}/`)) throw httpError("route/unknown");
    return authenticate(request);
  }

  async function authenticate(request: PushRequest): Promise<Sender> {
    const source = parseSource(request.params.source);
    const remoteAddress = plainAddress(request.ip);
    // Unknown sources share one counter, because their number is unlimited.
    const unknownKey = `unknown ${addressKey(remoteAddress)}`;
    if (!source) throw throttle.fail(unknownKey, "ingest/refused");
    const key = `${source.kind} ${source.id} ${addressKey(remoteAddress)}`;
    // The second attempt reads the site again, in case the secret was just created.
    for (const loadSite of [siteCache.now, siteCache.reload]) {
      const found = findSender(await loadSite(), source);
      if (!found) continue;
      const origin = { ...found, remoteAddress };
      const throttled = throttle.errorFor(key);
      if (throttled && !knownSenders.isKnown(source, origin)) throw throttled;
      if (isAuthentic(request, found, { statedAddress: callerAddress(request), digestAuth })) {
        knownSenders.remember(source, origin);
        return found.sender;
      }
    }
    const existing = findSender(await siteCache.now(), source);
    // The first request of a camera with Digest authentication has no secret: it asks for the challenge.
    const isGuess = hasCredentials(request) || !existing;
    const error = isGuess ? throttle.fail(existing ? key : unknownKey, "ingest/refused") : httpError("ingest/refused");
    if (!existing || error.code !== "ingest/refused") throw error;
    lastPayloads.record(source, () => ({
      at: clock.now().toISOString(),
      contentType: request.headers["content-type"] ?? "",
      bytes: Number(request.headers["content-length"]) || 0,
      excerpt: "",
      format: null,
      isUnderstood: false,
      understood: null,
      detail:
        existing.token.digest === null
          ? `Rejected: ${secretUnreadable}.`
          : "Rejected: wrong or missing secret, or unregistered address.",
    }));
    throw error;
  }

  async function accept(request: PushRequest, deadline: PushDeadline): Promise<FeedResponse> {
    const receivedAt = clock.now();
    // The age of a push is the time the server has spent on it, not the time its body took to arrive.
    const receivedMs = clock.monotonicMs() - deadline.spentMs();
    const answerBy = new Date(receivedAt.getTime() + deadline.leftMs());
    const sender = request.ingestSender;
    if (!sender) throw httpError("ingest/refused");
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const contentType = request.ingestContentType;
    const site = await siteCache.now();
    const path = `/${request.params["*"] ?? ""}`;
    const headers = headersWithoutSecrets(request);
    const parsed = parsePayload({ body, contentType, path, headers, timeZone: site.configs.timeZone, receivedAt });
    const textOf = (payload?: Payload) => payload?.text ?? body.subarray(0, 2_000).toString("latin1");
    const record = (
      result: Pick<LastPayload, "format" | "isUnderstood" | "detail" | "understood">,
      payload?: Payload,
      isKeepAlive = false,
    ) =>
      (isKeepAlive ? lastPayloads.recordFirst : lastPayloads.record)(
        toSource(sender),
        () => ({
          at: receivedAt.toISOString(),
          contentType,
          bytes: body.length,
          excerpt: toExcerpt(textOf(payload)),
          ...result,
        }),
        () => (payload ? toLastSample(payload, { receivedAt, contentType }) : null),
      );
    const unreadError = (detail: string, format: string | null, payload?: Payload) => {
      record({ format, isUnderstood: false, detail, understood: null }, payload);
      unreadable.failed(sender, labelOf(site, sender), { text: textOf(payload), detail });
      return httpError("ingest/not-understood", { message: detail });
    };
    if (!parsed.ok) throw unreadError(parsed.detail, null);
    const understood = readPayload(parsed.payload, findOwnFeed(site, sender));
    const format = understood.feed?.title ?? null;
    if (!understood.ok || !understood.feed) throw unreadError(understood.detail, format, parsed.payload);
    const { detections, error, isKeepAlive = false } = understood;
    // Events that a device sends again are the same only if something identifies them.
    if (error !== undefined && detections.some(({ isUnidentified }) => isUnidentified))
      throw unreadError(understood.detail, format, parsed.payload);
    if (detections.length > 0 && detections.every((detection) => findModule(sender, detection) === null)) {
      const unused = "The module of this device or sensor does not use them.";
      throw unreadError(`${understood.detail} ${unused}`, format, parsed.payload);
    }
    // A keep-alive says nothing about the messages that aren't understood.
    if (!isKeepAlive && error === undefined) unreadable.understood(sender);
    const push = { receivedAt, receivedMs, deadline, answerBy };
    const groups = splitByAntenna(site, sender, detections);
    const notStored = await Promise.all(
      groups.map(({ sender: reader, detections }) =>
        reader === null ? ["No reader at this address has its antenna"] : ingest.accept(reader, detections, push),
      ),
    );
    const detail = [understood.detail, ...notStored.flat().map((reason) => `Not stored: ${reason}.`)].join(" ");
    if (error !== undefined) throw unreadError(detail, format, parsed.payload);
    record(
      { format, isUnderstood: true, detail, understood: understood.understood ?? null },
      isKeepAlive ? undefined : parsed.payload,
      isKeepAlive,
    );
    return understood.feed.response(parsed.payload);
  }
}

/** The result of a push, by the status of its response. */
function resultOf(status: number): string {
  if (status < 300) return "stored";
  if (status === 400) return "not_understood";
  if (status === 429) return "throttled";
  return status < 500 ? "refused" : "unavailable";
}

const secretHeaders = new Set(["authorization", "proxy-authorization", "cookie", secretHeader]);

function headersWithoutSecrets({ headers }: FastifyRequest): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (typeof value === "string" && !secretHeaders.has(name)) texts[name] = value;
  }
  return texts;
}

/** The name of the sender, as people know it. */
const labelOf = (site: Site, sender: Sender) =>
  sender.kind === "device" ? asText(site.devices.get(sender.device.id)?.label) : sender.sensor.name;

function toLastSample(
  payload: Payload,
  { receivedAt, contentType }: { receivedAt: Date; contentType: string },
): LastSample {
  const tree = toSample(treeOf(payload));
  return tree && { at: receivedAt.toISOString(), contentType, tree };
}

const sendReply = (reply: FastifyReply, { status, contentType, body }: FeedResponse) =>
  reply.code(status).type(contentType).send(body);

/** The custom format of a sender, if it has one. */
const findOwnFeed = (site: Site, sender: Sender): PayloadReader | null =>
  (sender.kind === "device" ? site.devices.get(sender.device.id) : site.sensors.get(sender.sensor.id))?.ownFeed ?? null;

const toSource = (sender: Sender): IngestSource =>
  sender.kind === "device" ? { kind: "device", id: sender.device.id } : { kind: "sensor", id: sender.sensor.id };
