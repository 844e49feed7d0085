import { isLoopbackHost } from "@gatehouse/contract/fields/url";
import type { DeviceError } from "@gatehouse/drivers/device-result";
import { integrationNetworks, resolveAllowedAddress } from "./allowed-address.ts";
import { systemLookup } from "./dns-lookup.ts";
import { type HttpLimits, sendHttp, type WholeResponse } from "./http-client.ts";

const limits: HttpLimits = { timeoutMs: 10_000, maxBytes: 1_048_576 };
const bodyless = new Set([204, 205, 304]);

/** The options that libraries pass to their `fetch`. */
export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** A `fetch` that is limited to the allowed networks. */
export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<Response>;

/** A request that got no response. */
export class FetchError extends Error {
  readonly failure: DeviceError;

  constructor(error: DeviceError) {
    super(error.detail);
    this.failure = error;
  }
}

/** Creates a `fetch` that needs TLS except on this machine. Redirects are not followed. */
export function createGuardedFetch(readNetworks: () => Promise<string>): GuardedFetch {
  return async (text, { method = "GET", headers = {}, body, signal } = {}) => {
    const url = new URL(text);
    const isPlain = url.protocol === "http:" && isLoopbackHost(url.hostname);
    if (url.protocol !== "https:" && !isPlain) throw unreachable(`${url.origin} is not encrypted.`);
    if (method !== "GET" && method !== "POST") throw unreachable(`${method} is not supported.`);
    const networks = integrationNetworks(await readNetworks());
    const content = body === undefined || body === null ? {} : { text: String(body) };
    const request = { url, method, headers: { ...headers }, signal, ...content } as const;
    const result = await sendHttp(request, (target) => resolveAllowedAddress(target, networks, systemLookup), limits);
    if (!result.ok) throw new FetchError(result.failure);
    return toResponse(result.value);
  };
}

const unreachable = (detail: string) => new FetchError({ kind: "unreachable", detail });

function toResponse({ status, headers, text }: WholeResponse): Response {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]);
  return new Response(bodyless.has(status) ? null : text, { status, headers: Object.fromEntries(entries) });
}
