import type { FastifyInstance } from "fastify";
import { isSessionValid } from "../auth/session.store.ts";
import { hashIn, imagePath, passPrefix, sessionIn } from "../events/event-image.ts";
import { readCookies } from "../platform/http/cookies.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import type { ImageStore } from "./image-store.ts";

const keptMs = 3_000;

/** EVT-3: pictures of events, to signed-in people who were given the address; `?size=small` is a thumbnail. */
export function imageEndpoint(app: FastifyInstance, services: Services, store: ImageStore): void {
  const { tickets, clock } = services;
  const isGoingOn = openSessionLook(services);

  async function isSignedIn(passes: readonly string[]): Promise<boolean> {
    const sessions = passes.map((pass) => sessionIn(pass, tickets)).filter((session) => session !== undefined);
    return (await Promise.all(sessions.map(isGoingOn))).includes(true);
  }

  app.get<{ Params: { ticket: string }; Querystring: { size?: string } }>(
    `${imagePath}/:ticket`,
    async (request, reply) => {
      if (!(await isSignedIn(readCookies(request, passPrefix)))) throw refuse("auth/not-signed-in");
      const name = hashIn(request.params.ticket, tickets, clock.now());
      const picture = name && (await store.read(name, request.query.size === "small" ? "small" : "whole"));
      if (!picture) throw refuse("record/not-found");
      // What it shows is what its name says, for ever; the address itself ends.
      return reply.type("image/jpeg").header("cache-control", "private, max-age=86400, immutable").send(picture);
    },
  );
}

/** Whether a session goes on, looked up once in a few seconds: a page shows a hundred thumbnails at once. */
function openSessionLook({ db, clock }: Services): (id: string) => Promise<boolean> {
  const looked = new Map<string, { untilMs: number; isValid: Promise<boolean> }>();
  return (id) => {
    const nowMs = clock.monotonicMs();
    for (const [known, { untilMs }] of looked) if (untilMs <= nowMs) looked.delete(known);
    const before = looked.get(id);
    if (before) return before.isValid;
    const isValid = isSessionValid(db, id, clock.now());
    looked.set(id, { untilMs: nowMs + keptMs, isValid });
    isValid.catch(() => looked.delete(id));
    return isValid;
  };
}
