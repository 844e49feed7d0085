import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";

/** When a request arrived, and whether its caller still waits for the response. */
export interface RequestArrival {
  readonly at: Date;
  /** The same moment on the monotonic clock: the age of a request counts from here. */
  readonly monotonicMs: number;
  /** Whether the connection was closed before the response was sent. */
  isCallerGone(): boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    arrival: RequestArrival;
  }
}

/** Records the arrival of each request before anything, such as authentication, can delay it. */
export function recordArrivals(app: FastifyInstance, clock: Clock): void {
  app.decorateRequest("arrival");
  app.addHook("onRequest", (request, reply, done) => {
    request.arrival = {
      at: clock.now(),
      monotonicMs: clock.monotonicMs(),
      isCallerGone: () => request.raw.socket.destroyed && !reply.raw.writableFinished,
    };
    done();
  });
}
