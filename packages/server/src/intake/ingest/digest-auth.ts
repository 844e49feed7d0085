import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";

/** A request as Digest authentication sees it. */
interface DigestRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly authorization: string | undefined;
}

/** Digest authentication (RFC 7616) for cameras that support nothing else. */
export interface DigestAuth {
  /** The values of WWW-Authenticate: Digest with both algorithms, and Basic. */
  challenges(): string[];
  /** Whether the request proves the password, with any user name. */
  isAuthentic(request: DigestRequest, password: string): boolean;
}

const realm = "Gatehouse";
// MD5 first: simple clients take the first challenge, and many of them know only MD5.
const algorithms = { MD5: "md5", "SHA-256": "sha256" } as const;
type Algorithm = keyof typeof algorithms;
const nonceLifetimeMs = 5 * 60_000;

/** Nonces carry their time and a signature, so that nothing is stored for callers that never come back. */
export function createDigestAuth(clock: Clock): DigestAuth {
  const key = randomBytes(32);
  const sign = (time: string) => createHmac("sha256", key).update(time).digest("base64url").slice(0, 24);

  function createNonce(): string {
    const time = Math.floor(clock.monotonicMs()).toString(36);
    return `${time}.${sign(time)}`;
  }

  function isFresh(nonce: string): boolean {
    const [time = "", signature = ""] = nonce.split(".", 2);
    if (!isEqual(signature, sign(time))) return false;
    const ageMs = clock.monotonicMs() - Number.parseInt(time, 36);
    return ageMs >= -1 && ageMs < nonceLifetimeMs;
  }

  return {
    challenges: () => {
      const nonce = createNonce();
      const names = Object.keys(algorithms) as Algorithm[];
      return [
        ...names.map((name) => `Digest realm="${realm}", qop="auth", algorithm=${name}, nonce="${nonce}"`),
        `Basic realm="${realm}", charset="UTF-8"`,
      ];
    },
    isAuthentic: ({ method, url, authorization }, password) => {
      const sent = parseDigest(authorization);
      if (!sent || !isFresh(sent.nonce) || sent.realm !== realm || sent.uri !== url) return false;
      return isEqual(sent.response.toLowerCase(), expectedResponse(sent, method, password));
    },
  };
}

type Parameters = ReturnType<typeof toParameters>;

/** Whether a header is of the scheme Digest. */
export const isDigest = (authorization: string | undefined): boolean => /^digest\s/i.test(authorization ?? "");

function parseDigest(authorization = ""): Parameters | undefined {
  if (!isDigest(authorization) || authorization.length > 4_096) return undefined;
  const found = authorization.matchAll(/(?<![a-z])([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi);
  const values = new Map([...found].map(([, name = "", quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ""]));
  return toParameters(values);
}

function toParameters(values: ReadonlyMap<string, string>) {
  const get = (name: string) => values.get(name)?.replaceAll(/\\(.)/g, "$1") ?? "";
  return {
    username: get("username"),
    realm: get("realm"),
    nonce: get("nonce"),
    uri: get("uri"),
    response: get("response"),
    qop: get("qop"),
    nc: get("nc"),
    cnonce: get("cnonce"),
    algorithm: get("algorithm").toUpperCase() === "SHA-256" ? ("SHA-256" as const) : ("MD5" as const),
  };
}

function expectedResponse(sent: Parameters, method: string, password: string): string {
  const digest = (...parts: string[]) => createHash(algorithms[sent.algorithm]).update(parts.join(":")).digest("hex");
  const secret = digest(sent.username, realm, password);
  const request = digest(method, sent.uri);
  // Without qop: devices that only know RFC 2069.
  if (sent.qop === "") return digest(secret, sent.nonce, request);
  return digest(secret, sent.nonce, sent.nc, sent.cnonce, sent.qop, request);
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
