import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsV4Signer } from "aws4fetch";

/** The credentials that sign requests, and the region for which they are signed. */
interface S3Credentials {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Where objects are stored. */
export interface S3Settings extends S3Credentials {
  readonly endpoint: string;
  readonly bucket: string;
  /** The bucket is the first part of the path, instead of a part of the host name. */
  readonly isPathStyle: boolean;
}

/** A page of a list: keys, and what the keys below it have in common up to the next slash. */
export interface S3Page {
  readonly keys: readonly string[];
  readonly folders: readonly string[];
}

/** Reads and writes the objects of one bucket. Every call rejects with an S3Error if it fails. */
export interface S3Client {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined if there is no such object. */
  get(key: string): Promise<Readable | undefined>;
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`; those below a further slash count as a folder. */
  list(prefix: string): AsyncGenerator<S3Page>;
}

/** The store can't be reached, or it rejected a request. Its message never contains a secret. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** Null if there was no response. */
  readonly status: number | null;

  constructor(status: number | null, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a request has besides its method and key. */
interface Sent {
  readonly query?: Record<string, string>;
  readonly body?: Uint8Array;
  readonly type?: string;
}

export interface S3Limits {
  /** For a request until the headers of its response. */
  readonly timeoutMs: number;
  /** How long requests fail at once after one got no response, so that callers don't queue up behind time-outs. */
  readonly restMs: number;
  /** Keys in one response. */
  readonly pageKeys: number;
}

const defaultLimits: S3Limits = { timeoutMs: 10_000, restMs: 5_000, pageKeys: 1_000 };

const closedCodes = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** Creates the client of an S3-compatible store. */
export function createS3Client(settings: S3Settings, limits: Partial<S3Limits> = {}): S3Client {
  const { timeoutMs, restMs, pageKeys } = { ...defaultLimits, ...limits };
  const base = new URL(settings.endpoint);
  if (!settings.isPathStyle) base.hostname = `${settings.bucket}.${base.hostname}`;
  const root = settings.isPathStyle ? `/${settings.bucket}` : "";
  let silence: { error: S3Error; untilMs: number } | undefined;

  async function attempt(method: string, url: URL, sent: Sent): Promise<Response> {
    const { headers } = await signS3Request({ method, url, ...sent }, settings);
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(new Error("no response in time")), timeoutMs);
    try {
      return await fetch(url, {
        method,
        headers,
        redirect: "manual",
        signal: expiry.signal,
        ...(sent.body && { body: Buffer.from(sent.body) }),
      });
    } catch (error) {
      throw new S3Error(null, reasonOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(method: string, key: string, sent: Sent = {}): Promise<Response> {
    if (silence && performance.now() < silence.untilMs) throw silence.error;
    const url = new URL(`${root}/${key.split("/").map(encodeURIComponent).join("/")}`, base);
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value);
    try {
      const response = await attempt(method, url, sent).catch((error: S3Error) => {
        // The store has closed a connection that was kept open. Every request can be repeated.
        if (!closedCodes.has(error.message)) throw error;
        return attempt(method, url, sent);
      });
      silence = undefined;
      return response;
    } catch (error) {
      silence = { error: error as S3Error, untilMs: performance.now() + restMs };
      throw error;
    }
  }

  /** Sends a request and reads the whole response, so that its connection can be used again. */
  async function request(method: string, key: string, sent?: Sent): Promise<string> {
    const response = await send(method, key, sent);
    const text = await response.text().catch((error: unknown) => {
      throw new S3Error(null, reasonOf(error));
    });
    if (!response.ok) throw toError(response.status, text);
    return text;
  }

  return {
    put: async (key, body, type) => void (await request("PUT", key, { body, type })),
    get: async (key) => {
      const response = await send("GET", key);
      if (response.ok && response.body) return Readable.fromWeb(response.body as unknown as ReadableStream);
      const text = await response.text().catch(() => "");
      if (response.status === 404 && !text.includes("NoSuchBucket")) return undefined;
      throw toError(response.status, text);
    },
    delete: async (key) => void (await request("DELETE", key)),
    list: async function* (prefix) {
      let query: Record<string, string> = { "list-type": "2", "max-keys": String(pageKeys), delimiter: "/", prefix };
      while (true) {
        const text = await request("GET", "", { query });
        yield toPage(text);
        const token = textsIn(text, "NextContinuationToken")[0];
        if (token === undefined) return;
        query = { ...query, "continuation-token": token };
      }
    },
  };
}

/** Signs a request with AWS Signature Version 4, its content included. */
export const signS3Request = (
  { method, url, body = new Uint8Array(), type }: Sent & { method: string; url: URL },
  { region, accessKey, secretKey }: S3Credentials,
  datetime?: string,
): ReturnType<AwsV4Signer["sign"]> =>
  new AwsV4Signer({
    ...{ method, url: url.href, service: "s3", region, ...(datetime && { datetime }) },
    ...{ accessKeyId: accessKey, secretAccessKey: secretKey },
    // Without its hash, the content is left out of the signature.
    headers: { "x-amz-content-sha256": hash("sha256", body), ...(type && { "content-type": type }) },
  }).sign();

/** Names the cause of a failed fetch, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

const toError = (status: number, text: string) =>
  new S3Error(status, [`status ${status}`, ...textsIn(text, "Code").slice(0, 1)].join(", "));

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#13": "\r" };

/** The texts of all elements of a name. Responses of S3 are flat enough to need no parser. */
function textsIn(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"));
  return [...found].map(([, text = ""]) =>
    text.replace(/&([#\w]+);/g, (whole, entity: string) => entities[entity] ?? whole),
  );
}

const toPage = (xml: string): S3Page => ({
  keys: textsIn(xml, "Key"),
  folders: [...xml.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs)].flatMap(([, inner = ""]) =>
    textsIn(inner, "Prefix"),
  ),
});
