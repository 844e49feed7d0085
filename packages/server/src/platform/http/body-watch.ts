import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpLimits } from "./http-limits.ts";
import { refuse } from "./refusal.ts";

/** A request whose body is arriving. */
interface Arriving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  periodBeganAt: number;
  bytesBefore: number;
  isAnswered: boolean;
}

/** SAFE-4: refuses bodies that arrive more slowly than the minimum rate. */
export interface BodyWatch {
  add(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

type Limits = Pick<HttpLimits, "requestTimeoutMs" | "minBytesPerSecond">;

const maxSweepMs = 1_000;
const answerMs = 1_000;

/** How often open requests are checked. */
export const sweepMs = ({ requestTimeoutMs }: Limits) => Math.max(1, Math.min(maxSweepMs, requestTimeoutMs / 4));

/**
 * Measures each body over consecutive periods: in every period at least `minBytesPerSecond` on average must arrive, or
 * the body must end. So a request of N bytes takes at most one period more than N / minBytesPerSecond.
 */
export function createBodyWatch(limits: Limits): BodyWatch {
  const { requestTimeoutMs, minBytesPerSecond } = limits;
  const minBytes = (minBytesPerSecond * requestTimeoutMs) / 1_000;
  const arriving = new Set<Arriving>();
  const sweeping = setInterval(() => {
    const now = performance.now();
    for (const one of arriving) check(one, now);
  }, sweepMs(limits)).unref();

  function check(one: Arriving, now: number): void {
    const { request, response } = one;
    const { socket } = request;
    if (request.complete || socket.destroyed) return void arriving.delete(one);
    if (!one.isAnswered && response.headersSent) {
      // What is left of the body of an answered request has one more period to arrive.
      one.isAnswered = true;
      one.periodBeganAt = now;
    }
    // The caller does not have to send while the server is not reading.
    const isHeldUp = !one.isAnswered && request.readableLength > 0;
    const isPeriodOver = now - one.periodBeganAt >= requestTimeoutMs;
    const isFastEnough = !one.isAnswered && socket.bytesRead - one.bytesBefore >= minBytes;
    if (isHeldUp || (isPeriodOver && isFastEnough)) beginPeriod(one, now);
    else if (isPeriodOver) end(one);
  }

  function end(one: Arriving): void {
    arriving.delete(one);
    if (one.isAnswered) one.request.socket.destroy();
    else failBody(one.request, one.response, refuse("request/too-slow"));
  }

  return {
    add: (request, response) => {
      const { "content-length": length, "transfer-encoding": encoding } = request.headers;
      const hasBody = encoding !== undefined || (length !== undefined && length !== "0");
      if (!hasBody) return;
      const one = { request, response, periodBeganAt: 0, bytesBefore: 0, isAnswered: false };
      beginPeriod(one, performance.now());
      arriving.add(one);
      request.once("close", () => request.complete && arriving.delete(one));
    },
    close: () => clearInterval(sweeping),
  };
}

function beginPeriod(one: Arriving, now: number): void {
  one.periodBeganAt = now;
  one.bytesBefore = one.request.socket.bytesRead;
}

/** Reports an error to the reader of a body, which answers it; closes the connection in any case. */
export function failBody(request: IncomingMessage, response: ServerResponse, error: Error): void {
  const { socket } = request;
  // The socket's own error follows when it is closed, after the reader has gone.
  request.on("error", () => {});
  if (!response.headersSent) response.setHeader("connection", "close");
  response.once("close", () => socket.destroy());
  setTimeout(() => socket.destroy(), answerMs).unref();
  request.emit("error", error);
}
