import { timingSafeEqual } from "node:crypto";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { FeedAnswer, Payload } from "@gatehouse/drivers/plate-feeds/feed";
import { takeApart } from "@gatehouse/drivers/plate-feeds/payload";
import { understand } from "@gatehouse/drivers/plate-feeds/registry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IngestSource, LastPayload } from "../../entities/ingest/ingest.store.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Services } from "../../platform/services.ts";
import type { Sender } from "./arrival.ts";
import type { Ingest } from "./ingest.ts";
import { excerptOf, type LastPayloads } from "./last-payload.ts";
import { digestOf, type Site, type SiteFacts, type SiteToken } from "./site.ts";

const mostBytes = 16 * 1_048_576;

type Push = FastifyRequest<{ Params: { source: string; "*"?: string } }>;

declare module "fastify" {
  interface FastifyRequest {
    /** Who pushes, once that is proven. */
    ingestSender: Sender | null;
    /** What the device calls its body, which may be no media type at all. */
    ingestContentType: string;
  }
}

/** INT-3: where devices push what they see: with their secret, or from their address, and never anonymously. */
export function ingestEndpoint(
  app: FastifyInstance,
  { clock }: Services,
  { facts, ingest, lastPayloads }: { facts: SiteFacts; ingest: Ingest; lastPayloads: LastPayloads },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.decorateRequest("ingestSender", null);
    scope.decorateRequest("ingestContentType", "");
    // Before a byte of the body is read.
    scope.addHook("onRequest", async (request) => {
      request.ingestSender = await identify(request as Push);
      // INT-3: Fastify refuses a type that is none, as many devices send it; without a type it takes any body.
      request.ingestContentType = request.headers["content-type"] ?? "";
      request.headers["content-type"] = undefined;
    });
    const handler = (request: FastifyRequest, reply: FastifyReply) => take(request as Push, reply);
    for (const url of [`${apiPath}/ingest/:source`, `${apiPath}/ingest/:source/*`]) {
      scope.route({ method: ["POST", "PUT"], url, bodyLimit: mostBytes, config: { isRoutine: true }, handler });
    }
  });

  async function identify(request: Push): Promise<Sender> {
    const source = sourceNamed(request.params.source);
    if (!source) throw refuse("ingest/refused");
    // It may have been given its secret this very moment.
    for (const look of [facts.now, facts.again]) {
      const found = senderOf(await look(), source);
      if (found && isProven(request, found)) return found.sender;
    }
    if (!senderOf(await facts.now(), source)) throw refuse("ingest/refused");
    lastPayloads.note(source, () => ({
      at: clock.now().toISOString(),
      contentType: request.headers["content-type"] ?? "",
      bytes: Number(request.headers["content-length"]) || 0,
      excerpt: "",
      format: null,
      isUnderstood: false,
      detail: "Rejected: wrong or missing secret, or unregistered address.",
    }));
    throw refuse("ingest/refused");
  }

  async function take(request: Push, reply: FastifyReply): Promise<FastifyReply> {
    const receivedAt = clock.now();
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
    const left = await ingest.take(sender, understood.sightings, receivedAt);
    const detail = [understood.detail, ...left.map((reason) => `Not stored: ${reason}.`)].join(" ");
    note({ format, isUnderstood: true, detail }, taken.payload);
    return answer(reply, understood.feed.answer(taken.payload));
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

function isProven(request: Push, { token, address }: Found): boolean {
  const offered = secretIn(request);
  if (offered !== undefined) return timingSafeEqual(digestOf(offered), token.digest);
  // The connection's own address; only a proxy on this machine is believed when it says who is behind it.
  const remote = request.ip.replace(/^::ffff:/, "");
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
