import type { FastifyInstance } from "fastify";
import { hashIn, imagePath } from "../../entities/event/event-image.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Services } from "../../platform/services.ts";
import type { ImageStore } from "./image-store.ts";

/** EVT-3: pictures of events, to whoever has an address that signed-in people are given; `?size=small` is a thumbnail. */
export function imageEndpoint(app: FastifyInstance, { tickets, clock }: Services, store: ImageStore): void {
  app.get<{ Params: { ticket: string }; Querystring: { size?: string } }>(
    `${imagePath}/:ticket`,
    async (request, reply) => {
      const name = hashIn(request.params.ticket, tickets, clock.now());
      const picture = name && (await store.read(name, request.query.size === "small" ? "small" : "whole"));
      if (!picture) throw refuse("record/not-found");
      // What it shows is what its name says, for ever; the address itself ends.
      return reply.type("image/jpeg").header("cache-control", "private, max-age=86400, immutable").send(picture);
    },
  );
}
