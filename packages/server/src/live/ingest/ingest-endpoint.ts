import { timingSafeEqual } from "node:crypto";
import { secretUnreadable } from "@gatehouse/contract/entities/ingest/ingest.messages";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { FeedAnswer, Payload } from "@gatehouse/drivers/plate-feeds/feed";
import { takeApart } from "@gatehouse/drivers/plate-feeds/payload";
import { understand } from "@gatehouse/drivers/plate-feeds/registry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IngestSource, LastPayload } from "../../entities/ingest/ingest.store.ts";
import { addressKey, plainAddress } from "../../platform/caller-address.ts";
import { refuse } from "../../platform/refusal.ts";
import { createSecretThrottle } from "../../platform/secret-throttle.ts";
import type { Services } from "../../platform/services.ts";
import { type Sender, senderName } from "./arrival.ts";
import type { Ingest } from "./ingest.ts";
import { createKnownSenders } from "./known-senders.ts";
import { excerptOf, type LastPayloads } from "./last-payload.ts";
import { createPushDeadline, type PushDeadline } from "./push-deadline.ts";
import { digestOf, type Site, type SiteFacts, type SiteToken } from "./site.ts";

const mostBytes = 16 * 1_048_576;

type Push = FastifyRequest<{ Params: { source: string; "*"?: string } }>;

declare module "fastify" {
  interface FastifyRequest {
    /** Who pushes, once that is proven. */
    ingestSender: Sender | null;
    /** What the device calls its body, which may be no media type at all. */
    ingestContentType: string;
    ingestDeadline: PushDeadline | null;
  }
}

/** INT-3: where devices push what they see: with their secret, or from their address, and never anonymously. */
export function ingestEndpoint(
  app: FastifyInstance,
  services: Services,
  {
    facts,
    ingest,
    lastPayloads,
    answerWithinMs,
  }: { facts: SiteFacts; ingest: Ingest; lastPayloads: LastPayloads; answerWithinMs: number },
): void {
  const { clock } = services;
  const throttle = createSecretThrottle(clock);
  const knownSenders = createKnownSenders(services);

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.decorateRequest("ingestSender", null);
    scope.decorateRequest("ingestContentType", "");
    scope.decorateRequest("ingestDeadline", null);
    // Before a byte of the body is read.
    scope.addHook("onRequest", async (request) => {
      const deadline = createPushDeadline(clock, answerWithinMs);
      request.ingestDeadline = deadline;
      const sender = await deadline.within(identify(request as Push));
      request.ingestSender = sender;
      request.server.callerLimits.trust(request, senderName(sender));
      // INT-3: Fastify refuses a type that is none, as many devices send it; without a type it takes any body.
      request.ingestContentType = request.headers["content-type"] ?? "";
      request.headers["content-type"] = undefined;
    });
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const deadline = request.ingestDeadline ?? createPushDeadline(clock, answerWithinMs);
      return answer(reply, await deadline.within(take(request as Push, deadline)));
    };
    for (const url of [`${apiPath}/ingest/:source`, `${apiPath}/ingest/:source/*`]) {
      scope.route({ method: ["POST", "PUT"], url, bodyLimit: mostBytes, config: { isRoutine: true }, handler });
    }
  });

  async function identify(request: Push): Promise<Sender> {
    const source = sourceNamed(request.params.source);
    const remote = plainAddress(request.ip);
    // Names that do not exist share one count: there may be any number of them.
    const unknownKey = `unknown ${addressKey(remote)}`;
    if (!source) throw throttle.fail(unknownKey, "ingest/refused");
    const key = `${source.kind} ${source.id} ${addressKey(remote)}`;
    // The second look is for a secret that was made just now.
    for (const look of [facts.now, facts.again]) {
      const found = senderOf(await look(), source);
      if (!found) continue;
      const from = { ...found, remote };
      const waiting = throttle.refusal(key);
      if (waiting && !knownSenders.isKnown(source, from)) throw waiting;
      if (isProven(request, found, remote)) {
        knownSenders.remember(source, from);
        return found.sender;
      }
    }
    const known = senderOf(await facts.now(), source);
    const refusal = throttle.fail(known ? key : unknownKey, "ingest/refused");
    if (!known || refusal.code !== "ingest/refused") throw refusal;
    lastPayloads.note(source, () => ({
      at: clock.now().toISOString(),
      contentType: request.headers["content-type"] ?? "",
      bytes: Number(request.headers["content-length"]) || 0,
      excerpt: "",
      format: null,
      isUnderstood: false,
      detail:
        known.token.digest === null
          ? `Turned away: ${secretUnreadable}.`
          : "Turned away: it did not send its secret, or not from its registered address.",
    }));
    throw refusal;
  }

  async function take(request: Push, deadline: PushDeadline): Promise<FeedAnswer> {
    const receivedAt = clock.now();
    // SAFE-3: a push is as old as the server's own work on it; a slow line does not age it.
    const receivedMs = clock.monotonicMs() - deadline.spentMs();
    const answerBy = new Date(receivedAt.getTime() + deadline.leftMs());
    const sender = request.ingestSender;
    if (!sender) throw refuse("ingest/refused");
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const contentType = request.ingestContentType;
    const site = await facts.now();
    const path = `/${request.params["*"] ?? ""}`;
    const taken = takeApart({ body, contentType, path, timeZone: site.configs.timeZone, receivedAt });
    const note = (told: Pick<LastPayload, "format" | "isUnderstood" | "detail">, payload?: Payload) =>
      lastPayloads.note(sourceOf(sender), () => ({
        at: receivedAt.toISOString(),
        contentType,
        bytes: body.length,
        excerpt: excerptOf(payload?.text ?? body.subarray(0, 2_000).toString("latin1")),
        ...told,
      }));
    if (!taken.ok) {
      note({ format: null, isUnderstood: false, detail: taken.detail });
      throw refuse("ingest/not-understood", { message: taken.detail });
    }
    const understood = understand(taken.payload);
    const format = understood.feed?.title ?? null;
    if (!understood.ok || !understood.feed) {
      note({ format, isUnderstood: false, detail: understood.detail }, taken.payload);
      throw refuse("ingest/not-understood", { message: understood.detail });
    }
    const left = await ingest.take(sender, understood.sightings, { receivedAt, receivedMs, deadline, answerBy });
    const detail = [understood.detail, ...left.map((reason) => `Not stored: ${reason}.`)].join(" ");
    note({ format, isUnderstood: true, detail }, taken.payload);
    return understood.feed.answer(taken.payload);
  }
}

const answer = (reply: FastifyReply, { status, contentType, body }: FeedAnswer) =>
  reply.code(status).type(contentType).send(body);

const sourceOf = (sender: Sender): IngestSource =>
  sender.kind === "device" ? { kind: "device", id: sender.device.id } : { kind: "sensor", id: sender.sensor.id };

function sourceNamed(name: string): IngestSource | undefined {
  const [, sensor, digits = ""] = /^(sensor-)?([1-9]\d{0,8})$/.exec(name) ?? [];
  if (digits === "") return undefined;
  return { kind: sensor ? "sensor" : "device", id: Number(digits) };
}

interface Found {
  readonly sender: Sender;
  readonly token: SiteToken;
  readonly address: string | null;
}

function senderOf(site: Site, { kind, id }: IngestSource): Found | undefined {
  if (kind === "device") {
    const device = site.devices.get(id);
    return device?.token && { sender: { kind, device }, token: device.token, address: device.ip };
  }
  const sensor = site.sensors.get(id);
  return sensor?.token && { sender: { kind, sensor }, token: sensor.token, address: sensor.ip };
}

/** Its address is the connection's own; only a proxy on this machine is believed when it says who is behind it. */
function isProven(request: Push, { token, address }: Found, remote: string): boolean {
  const offered = secretIn(request);
  // SAFE-1: a secret that can't be compared proves nothing; the address still can.
  if (offered !== undefined && token.digest !== null) return timingSafeEqual(digestOf(offered), token.digest);
  return token.isByAddress && address !== null && remote === address;
}

function secretIn({ headers }: Push): string | undefined {
  const own = headers["x-gatehouse-secret"];
  if (typeof own === "string") return own;
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (.+)$/i.exec(headers.authorization ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() !== "basic") return undefined;
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}
