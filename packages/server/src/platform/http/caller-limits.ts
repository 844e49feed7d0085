import { Socket } from "node:net";
import { addTo, countIn } from "@gatehouse/contract/collections";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createBodyWatch, failBody } from "./body-watch.ts";
import { plainAddress } from "./caller-address.ts";
import { createConnections } from "./connections.ts";
import { type HttpError, httpError } from "./http-error.ts";
import type { HttpLimits } from "./http-limits.ts";
import { connectionEvent } from "./side-ports.ts";

/** Addresses of registered devices and of callers that authenticated recently. */
interface TrustedAddresses {
  add(address: string): void;
  has(address: string): boolean;
}

const rememberedMs = dayMs;
const maxRemembered = 10_000;

/** Remembers authenticated callers for a day; registered addresses are looked up on each call. */
function createTrustedAddresses(isRegistered: (address: string) => boolean): TrustedAddresses {
  const lastSeen = new Map<string, number>();

  return {
    add: (address) => {
      // Re-inserted to keep the map ordered by last use.
      lastSeen.delete(address);
      lastSeen.set(address, performance.now());
      if (lastSeen.size <= maxRemembered) return;
      const [oldest] = lastSeen.keys();
      if (oldest !== undefined) lastSeen.delete(oldest);
    },
    has: (address) => {
      const seenAt = lastSeen.get(address);
      if (seenAt !== undefined && performance.now() - seenAt < rememberedMs) return true;
      return isRegistered(address);
    },
  };
}

declare module "fastify" {
  interface FastifyInstance {
    callerLimits: CallerLimits;
  }
  interface FastifyRequest {
    /** The authenticated device that sent the request; its body counts towards the limit of that device. */
    trustedDevice: string | null;
    isTrusted: boolean;
  }
  interface FastifyContextConfig {
    /** The handler streams the body instead of holding it in memory. */
    isBodyStreamed?: boolean;
  }
}

/** How the rest of the server informs the limits about callers. */
export interface CallerLimits {
  /** Marks the caller as authenticated; `device` names the device, if it is one. */
  trust(request: FastifyRequest, device?: string): void;
  /** Marks the connection of an authenticated caller that is no longer an HTTP connection, such as a WebSocket. */
  trustSocket(socket: Socket): void;
  /** Sets which addresses belong to registered devices. */
  setRegistered(isRegistered: (address: string) => boolean): void;
}

const retryAfterSeconds = 1;

/** Applies the limits on connections, transfer rate and bytes to every request. */
export function registerCallerLimits(
  app: FastifyInstance,
  limits: HttpLimits,
  isTrustedProxy: (address: string) => boolean,
): void {
  const isForwarded = createForwardedCheck(isTrustedProxy);
  let isRegistered = (_address: string) => false;
  const trusted = createTrustedAddresses((address) => isRegistered(address));
  const connections = createConnections(limits, trusted.has);
  const watch = createBodyWatch(limits);
  const budget = createBodyBudget(limits);
  const forwarded = createForwardedCount(limits.maxConnectionsPerAddress);

  app.server.on(connectionEvent(app), connections.accept);
  app.server.on("request", (request, response) => {
    watch.add(request, response);
    connections.beginRequest(request, response);
  });
  app.addHook("onClose", async () => watch.close());

  app.decorateRequest("trustedDevice", null);
  app.decorateRequest("isTrusted", false);
  app.decorate("callerLimits", {
    trust: (request, device) => {
      request.isTrusted = true;
      request.trustedDevice = device ?? null;
      trusted.add(plainAddress(request.ip));
      connections.trust(request.raw.socket);
      forwarded.end(request);
    },
    trustSocket: connections.trust,
    setRegistered: (next) => {
      isRegistered = next;
    },
  } satisfies CallerLimits);

  app.addHook("onRequest", (request, _reply, done) => {
    if (isForwarded(request)) connections.markForwarded(request.raw.socket);
    done();
  });
  // After the onRequest hooks, in which devices authenticate, and before the body is read.
  app.addHook("preParsing", (request, reply, _payload, done) => {
    if (isForwarded(request) && !request.isTrusted && !forwarded.begin(request, reply)) {
      return done(httpError("request/too-many", { retryAfterSeconds }));
    }
    if (request.routeOptions.config.isBodyStreamed) return done();
    return countBody(request, reply, done);
  });

  function countBody(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const owner = ownerOf(request);
    let reserved = 0;
    const reserve = (bytes: number) => {
      const error = budget.reserve(owner, bytes);
      if (!error) reserved += bytes;
      return error;
    };
    reply.raw.once("close", () => budget.release(owner, reserved));
    if (request.headers["transfer-encoding"] === undefined) {
      const length = Number(request.headers["content-length"]) || 0;
      // Fastify rejects a body above the limit of its route without reading it.
      const isRead = length > 0 && length <= request.routeOptions.bodyLimit;
      done(isRead ? reserve(length) : undefined);
      return;
    }
    request.raw.on("data", function count(chunk: Buffer) {
      const error = reserve(chunk.length);
      if (!error) return;
      request.raw.off("data", count);
      failBody(request.raw, reply.raw, error);
    });
    done();
  }
}

const ownerOf = ({ trustedDevice, ip }: FastifyRequest): BodyOwner =>
  trustedDevice === null ? { kind: "address", name: plainAddress(ip) } : { kind: "device", name: trustedDevice };

/** Whether a trusted proxy forwarded the request, which is then counted by the forwarded address. */
const createForwardedCheck =
  (isTrustedProxy: (address: string) => boolean) =>
  ({ raw: { socket }, headers }: FastifyRequest): boolean =>
    headers["x-forwarded-for"] !== undefined &&
    socket instanceof Socket &&
    isTrustedProxy(plainAddress(socket.remoteAddress));

/** Counts unauthenticated requests that came through a proxy, by the caller's own address. */
function createForwardedCount(max: number) {
  const counts = new Map<string, number>();
  const counted = new Map<FastifyRequest, string>();

  function end(request: FastifyRequest): void {
    const address = counted.get(request);
    if (address === undefined) return;
    counted.delete(request);
    if (addTo(counts, address, -1) <= 0) counts.delete(address);
  }

  return {
    end,
    begin: (request: FastifyRequest, reply: FastifyReply): boolean => {
      const address = plainAddress(request.ip);
      if (countIn(counts, address) >= max) return false;
      addTo(counts, address, 1);
      counted.set(request, address);
      reply.raw.once("close", () => end(request));
      return true;
    },
  };
}

/** Whose limit a body counts towards: an authenticated device, or else an address. */
interface BodyOwner {
  readonly kind: "device" | "address";
  readonly name: string;
}

/** Limits the bytes of request bodies in memory, with a separate total for authenticated devices. */
interface BodyBudget {
  /** Reserves bytes; returns an error if that exceeds a limit. */
  reserve(owner: BodyOwner, bytes: number): HttpError | undefined;
  release(owner: BodyOwner, bytes: number): void;
}

type Limits = Pick<HttpLimits, "maxBodyBytes" | "maxBodyBytesPerAddress">;

function createBodyBudget({ maxBodyBytes, maxBodyBytesPerAddress }: Limits): BodyBudget {
  const totals = { device: 0, address: 0 };
  const reserved = { device: new Map<string, number>(), address: new Map<string, number>() };

  return {
    reserve: ({ kind, name }, bytes) => {
      const own = countIn(reserved[kind], name);
      if (own + bytes > maxBodyBytesPerAddress) return httpError("request/too-many", { retryAfterSeconds });
      if (totals[kind] + bytes > maxBodyBytes) return httpError("server/busy", { retryAfterSeconds });
      reserved[kind].set(name, own + bytes);
      totals[kind] += bytes;
      return undefined;
    },
    release: ({ kind, name }, bytes) => {
      if (addTo(reserved[kind], name, -bytes) <= 0) reserved[kind].delete(name);
      totals[kind] -= bytes;
    },
  };
}
