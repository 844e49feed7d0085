import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSessionValid } from "../auth/session.store.ts";
import { imageCookiePrefix, imagePath, readImageCookie, readImageTicket } from "../events/event-image-urls.ts";
import { readToken } from "../platform/http/authorization.ts";
import { readCookies } from "../platform/http/cookies.ts";
import type { Authenticate } from "../platform/http/mount.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import type { ImageStore } from "./image-store.ts";

const sessionCacheMs = 3_000;

/** EVT-3, WIRE-8: serves event images by signed URL, with the cookie or the token of a session; `?size=small` is a thumbnail. */
export function registerImageEndpoint(
  app: FastifyInstance,
  services: Services,
  store: ImageStore,
  authenticate: Authenticate,
): void {
  const { tickets, clock } = services;
  const isValid = createSessionCheck(services);

  async function isSignedIn(cookies: readonly string[]): Promise<boolean> {
    const sessions = cookies.map((cookie) => readImageCookie(cookie, tickets)).filter((id) => id !== undefined);
    return (await Promise.all(sessions.map(isValid))).includes(true);
  }

  /** AUTH-4, AUTH-11: like any other call, not before the password was changed and the second factor was used. */
  async function hasToken({ headers, ip, id }: FastifyRequest): Promise<boolean> {
    const token = readToken(headers.authorization);
    if (token === undefined) return false;
    const attempt = { address: ip, requestId: id, call: `GET ${imagePath}` };
    const { passwordChanged, stage } = await authenticate(token, attempt);
    return passwordChanged && stage === null;
  }

  app.get<{ Params: { ticket: string }; Querystring: { size?: string } }>(
    `${imagePath}/:ticket`,
    async (request, reply) => {
      if (!(await isSignedIn(readCookies(request, imageCookiePrefix))) && !(await hasToken(request)))
        throw refuse("auth/not-signed-in");
      const name = readImageTicket(request.params.ticket, tickets, clock.now());
      const image = name && (await store.read(name, request.query.size === "small" ? "small" : "whole"));
      if (!image) throw refuse("record/not-found");
      // The name is a hash of the content, so the content of a URL never changes.
      return reply.type("image/jpeg").header("cache-control", "private, max-age=86400, immutable").send(image);
    },
  );
}

/** Checks sessions with a cache of a few seconds, because a page requests a hundred thumbnails at once. */
function createSessionCheck({ db, clock }: Services): (id: string) => Promise<boolean> {
  const cache = new Map<string, { untilMs: number; isValid: Promise<boolean> }>();
  return (id) => {
    const nowMs = clock.monotonicMs();
    for (const [key, { untilMs }] of cache) if (untilMs <= nowMs) cache.delete(key);
    const cached = cache.get(id);
    if (cached) return cached.isValid;
    const isValid = isSessionValid(db, id, clock.now());
    cache.set(id, { untilMs: nowMs + sessionCacheMs, isValid });
    isValid.catch(() => cache.delete(id));
    return isValid;
  };
}
