import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ReadDb } from "../../platform/database/database.ts";
import { readToken } from "../../platform/http/authorization.ts";
import { readCookies } from "../../platform/http/cookies.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Authenticate } from "../../platform/http/mount.ts";
import type { Services } from "../../platform/services.ts";
import { imageCookiePrefix, imagePath, readImageCookie, readImageTicket } from "../event-image-urls.ts";
import type { ImageStore } from "../image-store.ts";

const sessionCacheMs = 3_000;

/** The valid sessions among some, with the gates of their people. */
type LoadSessionGates = (db: ReadDb, ids: readonly string[], now: Date) => Promise<ReadonlyMap<string, GateLimit>>;

/** Serves event images by signed URL, with the cookie or the token of a session; `?size=small` is a thumbnail. */
export function registerImageEndpoint(
  app: FastifyInstance,
  services: Services,
  store: ImageStore,
  { authenticate, loadSessionGates }: { authenticate: Authenticate; loadSessionGates: LoadSessionGates },
): void {
  const { tickets, clock } = services;
  const loadLimit = createSessionCheck(services, loadSessionGates);

  async function listLimits(cookies: readonly string[]): Promise<GateLimit[]> {
    const sessions = cookies.map((cookie) => readImageCookie(cookie, tickets)).filter((id) => id !== undefined);
    return (await Promise.all(sessions.map(loadLimit))).filter((limit) => limit !== undefined);
  }

  /** Like any other call, not before the password was changed and the second factor was used. */
  async function listTokenLimits({ headers, ip, id }: FastifyRequest): Promise<GateLimit[]> {
    const token = readToken(headers.authorization);
    if (token === undefined) return [];
    const attempt = { address: ip, requestId: id, call: `GET ${imagePath}` };
    const { passwordChanged, stage, gateIds } = await authenticate(token, attempt);
    return passwordChanged && stage === null ? [gateIds] : [];
  }

  app.get<{ Params: { ticket: string }; Querystring: { size?: string } }>(
    `${imagePath}/:ticket`,
    async (request, reply) => {
      const ofCookies = await listLimits(readCookies(request, imageCookiePrefix));
      // A token is only read where no cookie is valid: a wrong one is rejected and counted.
      const limits = ofCookies.length > 0 ? ofCookies : await listTokenLimits(request);
      if (limits.length === 0) throw httpError("auth/not-signed-in");
      const ticket = readImageTicket(request.params.ticket, tickets, clock.now());
      // Tabs with different sessions share their cookies; one of them has to be permitted.
      const isOwn = ticket && limits.some((limit) => isOwnGate(limit, ticket.gateId));
      const image = isOwn && (await store.read(ticket.name, request.query.size === "small" ? "small" : "whole"));
      if (!image) throw httpError("record/not-found");
      // The name is a hash of the content, so the content of a URL never changes.
      return reply.type("image/jpeg").header("cache-control", "private, max-age=86400, immutable").send(image);
    },
  );
}

/** Loads the gates of a session, with a cache of a few seconds, because a page requests a hundred thumbnails at once. */
function createSessionCheck(
  { db, clock }: Services,
  loadSessionGates: LoadSessionGates,
): (id: string) => Promise<GateLimit | undefined> {
  const cache = new Map<string, { untilMs: number; limit: Promise<GateLimit | undefined> }>();
  return (id) => {
    const nowMs = clock.monotonicMs();
    for (const [key, { untilMs }] of cache) if (untilMs <= nowMs) cache.delete(key);
    const cached = cache.get(id);
    if (cached) return cached.limit;
    const limit = loadSessionGates(db, [id], clock.now()).then((gates) => gates.get(id));
    cache.set(id, { untilMs: nowMs + sessionCacheMs, limit });
    limit.catch(() => cache.delete(id));
    return limit;
  };
}
