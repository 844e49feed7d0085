import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp, validateHeaderValue } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { DeviceError, DeviceResult } from "@gatehouse/drivers/device-result";
import { success } from "@gatehouse/drivers/device-result";
import { hostOf, lookupWithin } from "./allowed-address.ts";
import { connectionError, noReplyWithin, responseCutOff, responseTooLarge, unsendableHeader } from "./http-errors.ts";

/** Limits of one request. */
export interface HttpLimits {
  /** From the name lookup to the last byte of the response; from the connection on, if `connectTimeoutMs` is set. */
  readonly timeoutMs: number;
  /** A limit of its own for the lookup and the connection. */
  readonly connectTimeoutMs?: number;
  readonly maxBytes: number;
}

export interface HttpRequest {
  readonly url: URL;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with the content type of the headers. */
  readonly text?: string;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
  /** Called once connected: from then on the other side may have received the request. */
  onConnected?(): void;
}

/** Resolves the URL's host to the one address that is connected to. */
export type AddressResolver = (url: URL) => Promise<DeviceResult<string>>;

interface ResponseHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** A response whose body is still arriving; reading it throws an `HttpReadError` when a limit is exceeded. */
export interface OpenResponse extends ResponseHead {
  readonly body: AsyncIterable<Uint8Array>;
}

/** A response that has arrived completely. */
export interface WholeResponse extends ResponseHead {
  readonly text: string;
}

/** A response that has arrived completely, as bytes. */
export interface BinaryResponse extends ResponseHead {
  readonly bytes: Buffer;
}

/** Why reading the body of a response failed. */
class HttpReadError extends Error {
  readonly failure: DeviceError;

  constructor(error: DeviceError) {
    super(error.detail);
    this.failure = error;
  }
}

/** Sends a request and reads the whole response as text. Redirects are not followed. */
export async function sendHttp(
  request: HttpRequest,
  resolveAddress: AddressResolver,
  limits: HttpLimits,
): Promise<DeviceResult<WholeResponse>> {
  const received = await receiveHttp(request, resolveAddress, limits);
  if (!received.ok) return received;
  const { bytes, ...head } = received.value;
  return success({ ...head, text: new TextDecoder().decode(bytes) });
}

/** Sends a request and reads the whole response as bytes. Redirects are not followed. */
export async function receiveHttp(
  request: HttpRequest,
  resolveAddress: AddressResolver,
  limits: HttpLimits,
): Promise<DeviceResult<BinaryResponse>> {
  const opened = await openHttp(request, resolveAddress, limits);
  if (!opened.ok) return opened;
  const { body, ...head } = opened.value;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    if (error instanceof HttpReadError) return { ok: false, failure: error.failure };
    throw error;
  }
  return success({ ...head, bytes: Buffer.concat(chunks) });
}

/** Sends a request and returns the response as soon as its headers have arrived. Redirects are not followed. */
export async function openHttp(
  request: HttpRequest,
  resolveAddress: AddressResolver,
  { timeoutMs, connectTimeoutMs, maxBytes }: HttpLimits,
): Promise<DeviceResult<OpenResponse>> {
  const unsendable = Object.entries(request.headers ?? {}).find(([name, value]) => !isSendable(name, value));
  if (unsendable) return { ok: false, failure: unsendableHeader(unsendable[0]) };
  const deadline = startDeadline(connectTimeoutMs ?? timeoutMs, request.signal);
  const address = await lookupWithin(resolveAddress(request.url), deadline.limitMs);
  const opened = address.ok ? await connect(request, address.value, deadline, onConnected) : address;
  if (!opened.ok) {
    deadline.clear();
    return opened;
  }
  const response = opened.value;
  const { statusCode: status = 0, headers } = response;
  if (Number(headers["content-length"] ?? 0) > maxBytes) {
    response.destroy();
    deadline.clear();
    return { ok: false, failure: responseTooLarge(maxBytes) };
  }
  return success({ status, headers, body: readBody(response, maxBytes, deadline) });

  function onConnected(): void {
    if (connectTimeoutMs !== undefined) deadline.restart(timeoutMs);
    request.onConnected?.();
  }
}

/** Whether Node sends a header with this value; it throws for other characters than those of Latin-1. */
function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly limitMs: number;
  restart(ms: number): void;
  clear(): void;
}

function startDeadline(ms: number, interruption: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (interruption?.aborted) abort();
  interruption?.addEventListener("abort", abort, { once: true });
  let limitMs = ms;
  let timer = setTimeout(abort, ms);
  return {
    signal: controller.signal,
    get limitMs() {
      return limitMs;
    },
    restart: (newMs) => {
      clearTimeout(timer);
      limitMs = newMs;
      timer = setTimeout(abort, newMs);
    },
    clear: () => {
      clearTimeout(timer);
      interruption?.removeEventListener("abort", abort);
    },
  };
}

function connect(
  { url, method = "GET", headers = {}, body, text }: HttpRequest,
  address: string,
  deadline: Deadline,
  onConnected: () => void,
): Promise<DeviceResult<IncomingMessage>> {
  const isTls = url.protocol === "https:";
  const host = hostOf(url);
  const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const content = json ?? (text === undefined ? undefined : Buffer.from(text));
  const options = {
    // Connecting to the checked address prevents a second lookup; SNI and the certificate check still use the name.
    host: address,
    ...(isTls && { servername: isIP(host) === 0 ? host : "" }),
    port: url.port || (isTls ? 443 : 80),
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...(json && { "content-type": "application/json" }),
      ...(content && { "content-length": content.length }),
      ...headers,
      host: url.host,
    },
    ...(url.username !== "" && { auth: [url.username, url.password].map(decodeCredential).join(":") }),
    // One connection for each request: a device that breaks its connection does not affect other requests.
    agent: false as const,
    signal: deadline.signal,
  };
  return new Promise((resolve) => {
    const sent = isTls ? requestHttps(options) : requestHttp(options);
    sent.once("socket", (socket) => socket.once(isTls ? "secureConnect" : "connect", onConnected));
    sent.on("error", (error) => {
      const failure = deadline.signal.aborted ? noReplyWithin(deadline.limitMs) : connectionError(error);
      resolve({ ok: false, failure });
    });
    sent.once("response", (response) => resolve(success(response)));
    sent.end(content);
  });
}

/** A part of the credentials in a URL; a percent sign that is no escape is sent as it is. */
function decodeCredential(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function* readBody(response: IncomingMessage, maxBytes: number, deadline: Deadline): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new HttpReadError(responseTooLarge(maxBytes));
      yield chunk;
    }
  } catch (error) {
    if (error instanceof HttpReadError) throw error;
    throw new HttpReadError(deadline.signal.aborted ? noReplyWithin(deadline.limitMs) : responseCutOff);
  } finally {
    deadline.clear();
    response.destroy();
  }
}
