import { createHash, createHmac } from "node:crypto";

/** The credentials that sign requests, and the region for which they are signed. */
export interface S3Credentials {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly body?: Uint8Array | undefined;
}

const algorithm = "AWS4-HMAC-SHA256";
const signedHeaders = "host;x-amz-content-sha256;x-amz-date";

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Encodes everything but the unreserved characters of RFC 3986, as the signature requires. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => [encode(name), encode(value)] as const);
  const sorted = pairs.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
  return sorted.map(([name, value]) => `${name}=${value}`).join("&");
}

/** HA-6: the headers that sign a request with AWS Signature Version 4, its content included. */
export function signS3Request(
  { method, url, body }: UnsignedRequest,
  { region, accessKey, secretKey }: S3Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[:-]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const contentHash = sha256(body ?? "");
  const path = url.pathname.split("/").map((part) => encode(decodeURIComponent(part)));
  const request = [
    method,
    path.join("/"),
    canonicalQuery(url),
    `host:${url.host}\nx-amz-content-sha256:${contentHash}\nx-amz-date:${time}\n`,
    signedHeaders,
    contentHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), "s3"), "aws4_request");
  const signature = hmac(key, [algorithm, time, scope, sha256(request)].join("\n")).toString("hex");
  return {
    authorization: `${algorithm} Credential=${accessKey}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    "x-amz-content-sha256": contentHash,
    "x-amz-date": time,
  };
}
