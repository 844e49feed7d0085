import type { IncomingMessage, ServerResponse } from "node:http";
import { httpError } from "./http-error.ts";
import type { HttpLimits } from "./http-limits.ts";

/** A request whose body is being received. */
interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  periodBeganAt: number;
  bytesBefore: number;
  hasResponse: boolean;
}

/** Rejects bodies whose transfer rate is below the minimum. */
export interface BodyWatch {
  add(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

type Limits = Pick<HttpLimits, "requestTimeoutMs" | "minBytesPerSecond">;

const maxCheckIntervalMs = 1_000;
const errorResponseMs = 1_000;

/** The interval at which open requests are checked. */
export const checkIntervalMs = ({ requestTimeoutMs }: Limits) =>
  Math.max(1, Math.min(maxCheckIntervalMs, requestTimeoutMs / 4));

/**
 * Measures each body over consecutive periods: in every period at least `minBytesPerSecond` on average must arrive, or
 * the body must end. So a request of N bytes takes at most one period more than N / minBytesPerSecond.
 */
export function createBodyWatch(limits: Limits): BodyWatch {
  const { requestTimeoutMs, minBytesPerSecond } = limits;
  const minBytes = (minBytesPerSecond * requestTimeoutMs) / 1_000;
  const open = new Set<Incoming>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const incoming of open) check(incoming, now);
  }, checkIntervalMs(limits)).unref();

  function check(incoming: Incoming, now: number): void {
    const { request, response } = incoming;
    const { socket } = request;
    if (request.complete || socket.destroyed) return void open.delete(incoming);
    if (!incoming.hasResponse && response.headersSent) {
      // After the response, the rest of the body has one more period to arrive.
      incoming.hasResponse = true;
      incoming.periodBeganAt = now;
    }
    // Backpressure: the caller can't send while the server does not read.
    const isPaused = !incoming.hasResponse && request.readableLength > 0;
    const isPeriodOver = now - incoming.periodBeganAt >= requestTimeoutMs;
    const isFastEnough = !incoming.hasResponse && socket.bytesRead - incoming.bytesBefore >= minBytes;
    if (isPaused || (isPeriodOver && isFastEnough)) beginPeriod(incoming, now);
    else if (isPeriodOver) end(incoming);
  }

  function end(incoming: Incoming): void {
    open.delete(incoming);
    if (incoming.hasResponse) incoming.request.socket.destroy();
    else failBody(incoming.request, incoming.response, httpError("request/too-slow"));
  }

  return {
    add: (request, response) => {
      const { "content-length": length, "transfer-encoding": encoding } = request.headers;
      const hasBody = encoding !== undefined || (length !== undefined && length !== "0");
      if (!hasBody) return;
      const incoming = { request, response, periodBeganAt: 0, bytesBefore: 0, hasResponse: false };
      beginPeriod(incoming, performance.now());
      open.add(incoming);
      request.once("close", () => request.complete && open.delete(incoming));
    },
    close: () => clearInterval(timer),
  };
}

function beginPeriod(incoming: Incoming, now: number): void {
  incoming.periodBeganAt = now;
  incoming.bytesBefore = incoming.request.socket.bytesRead;
}

/** Fails the reader of a body, which sends the error response; then closes the connection. */
export function failBody(request: IncomingMessage, response: ServerResponse, error: Error): void {
  const { socket } = request;
  // Ignores the socket's error that follows when it is closed, which has no reader any more.
  request.on("error", () => {});
  if (!response.headersSent) response.setHeader("connection", "close");
  response.once("close", () => socket.destroy());
  setTimeout(() => socket.destroy(), errorResponseMs).unref();
  request.emit("error", error);
}
