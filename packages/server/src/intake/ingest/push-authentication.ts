import { timingSafeEqual } from "node:crypto";
import { pushSecret } from "@gatehouse/contract/push-secret";
import type { Sender } from "@gatehouse/engine/events/incoming-event";
import type { FastifyRequest } from "fastify";
import { hashSecret, type Site, type SiteToken } from "../../gate/site-cache.ts";
import { addressKey } from "../../platform/http/caller-address.ts";
import type { Services } from "../../platform/services.ts";
import { type IngestSource, saveKnownAddress } from "./device-secret.store.ts";
import { type DigestAuth, isDigest } from "./digest-auth.ts";

/** A push of a device, by secret or by address. */
export type PushRequest = FastifyRequest<{
  Params: { source: string; "*"?: string };
  Querystring: { secret?: unknown };
}>;

/** The device or sensor that a path names; undefined if it names none. */
export function parseSource(name: string): IngestSource | undefined {
  const [, sensor, digits = ""] = /^(sensor-)?([1-9]\d{0,8})$/.exec(name) ?? [];
  if (digits === "") return undefined;
  return { kind: sensor ? "sensor" : "device", id: Number(digits) };
}

export interface FoundSender {
  readonly sender: Sender;
  readonly token: SiteToken;
  readonly registeredAddress: string | null;
}

/** The sender of a source; undefined if it is not registered or has no secret. */
export function findSender(site: Site, { kind, id }: IngestSource): FoundSender | undefined {
  if (kind === "device") {
    const device = site.devices.get(id);
    return device?.token && { sender: { kind, device }, token: device.token, registeredAddress: device.ip };
  }
  const sensor = site.sensors.get(id);
  return sensor?.token && { sender: { kind, sensor }, token: sensor.token, registeredAddress: sensor.ip };
}

/** Checks the secret if one was sent, otherwise the address. A proxy that doesn't state it has none. */
export function isAuthentic(
  request: PushRequest,
  { token, registeredAddress }: FoundSender,
  { statedAddress, digestAuth }: { statedAddress: string | undefined; digestAuth: DigestAuth },
): boolean {
  const { authorization } = request.headers;
  if (isDigest(authorization)) {
    const password = token.secret();
    if (password !== undefined) {
      return digestAuth.isAuthentic({ method: request.method, url: request.url, authorization }, password);
    }
  }
  const secret = findSecret(request);
  // If the stored secret is unreadable, the address can still authenticate.
  if (secret !== undefined && token.digest !== null) return isSecretOf(token, token.digest, secret);
  return token.isByAddress && registeredAddress !== null && statedAddress === registeredAddress;
}

const acceptedSecrets = new WeakMap<SiteToken, Buffer>();

/** Compares in constant time: with the secret that was accepted before, which is faster than hashing, else by the hash. */
function isSecretOf(token: SiteToken, digest: Buffer, secret: string): boolean {
  const sent = Buffer.from(secret);
  const accepted = acceptedSecrets.get(token);
  if (accepted?.length === sent.length && timingSafeEqual(accepted, sent)) return true;
  if (!timingSafeEqual(hashSecret(secret), digest)) return false;
  acceptedSecrets.set(token, sent);
  return true;
}

/** Whether a request contains a secret, right or wrong. */
export const hasCredentials = (request: PushRequest) =>
  findSecret(request) !== undefined || isDigest(request.headers.authorization);

/** The name as Node.js gives it. */
export const secretHeader = pushSecret.header.toLowerCase();

function findSecret({ headers, query }: PushRequest): string | undefined {
  const own = headers[secretHeader];
  if (typeof own === "string") return own;
  // For cameras whose only setting is a URL. Queries are not logged.
  const inUrl = query[pushSecret.parameter];
  if (typeof inUrl === "string") return inUrl;
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (.+)$/i.exec(headers.authorization ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() !== "basic") return undefined;
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

/** The addresses that sources send from. There, wrong secrets of others never block the right one. */
export interface KnownSenders {
  isKnown(source: IngestSource, origin: PushOrigin): boolean;
  /** Saves the address of a push with the right secret. */
  remember(source: IngestSource, origin: PushOrigin): void;
}

interface PushOrigin {
  readonly token: SiteToken;
  readonly registeredAddress: string | null;
  readonly remoteAddress: string;
}

// Limits the writes of a source that alternates between two addresses.
const saveIntervalMs = 60_000;

/** Caches the last address of each source, and saves it for the next start and for other processes. */
export function createKnownSenders({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): KnownSenders {
  const cache = new Map<string, { address: string; savedMs: number }>();
  const toKey = ({ kind, id }: IngestSource) => `${kind} ${id}`;

  return {
    isKnown: (source, { token, registeredAddress, remoteAddress }) => {
      const registered = registeredAddress === null ? null : addressKey(registeredAddress);
      const known = [registered, token.knownAddress, cache.get(toKey(source))?.address];
      return known.includes(addressKey(remoteAddress));
    },
    remember: (source, { token, remoteAddress }) => {
      const address = addressKey(remoteAddress);
      const cached = cache.get(toKey(source));
      if ((cached?.address ?? token.knownAddress) === address) return;
      const nowMs = clock.monotonicMs();
      const isDue = !cached || nowMs - cached.savedMs >= saveIntervalMs;
      cache.set(toKey(source), { address, savedMs: isDue ? nowMs : cached.savedMs });
      if (!isDue) return;
      saveKnownAddress(db, source, address).catch((error: unknown) =>
        log.warn({ error }, "could not save the address of a device"),
      );
    },
  };
}
