import { setTimeout as sleep } from "node:timers/promises";
import type { Api, ApiKey } from "@gatehouse/contract/api";
import type { CallInput, ResponseOf } from "@gatehouse/contract/endpoint";
import { apiPath, consoleAppId } from "@gatehouse/contract/runtime-config";

/** A Gatehouse server and the credentials of an administrator. */
export interface ServerLogin {
  readonly serverUrl: string;
  readonly username: string;
  readonly password: string;
}

/** Client of the Gatehouse API; an error response is thrown. */
export interface ApiClient {
  readonly serverUrl: string;
  call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<ResponseOf<Api[K]>>;
  /** Uploads a CSV file as a form field. */
  upload(path: string, field: string, csv: string): Promise<void>;
  /** The same client, authenticated by an integration key instead of the session. */
  withKey(key: string): ApiClient;
}

/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;

  constructor(call: string, status: number, text: string) {
    super(`${call} returned ${status}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

interface CallParts {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
}

const readyTimeoutMs = 120_000;
const readyPollMs = 200;

/** Waits until a server is ready; false on timeout or abort. */
export async function waitUntilReady(serverUrl: string, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + readyTimeoutMs;
  while (!signal.aborted && performance.now() < deadline) {
    const isReady = await fetch(`${serverUrl}/healthz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await sleep(readyPollMs, undefined, { signal }).catch(() => {});
  }
  return false;
}

/** Signs in and returns a client with the session. */
export async function signIn({ serverUrl, username, password }: ServerLogin): Promise<ApiClient> {
  const { token } = await createApiClient(serverUrl).call("POST /auth/login", { body: { username, password } });
  return createApiClient(serverUrl, token);
}

function createApiClient(serverUrl: string, token?: string): ApiClient {
  async function send(method: string, path: string, body?: string | FormData): Promise<string> {
    const response = await fetch(`${serverUrl}${apiPath}${path}`, {
      method,
      headers: {
        "app-id": consoleAppId,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(`${method} ${path}`, response.status, text);
    return text;
  }

  return {
    serverUrl,
    call: async <K extends ApiKey>(key: K, input: CallInput<Api[K]>) => {
      const { params = {}, query, body } = input as CallParts;
      const [method = "", template = ""] = key.split(" ");
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
      const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
      const json = body === undefined ? undefined : JSON.stringify(body);
      const text = await send(method, `${path}${search}`, json);
      return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<Api[K]>;
    },
    upload: async (path, field, csv) => {
      const form = new FormData();
      form.append(field, new Blob([csv], { type: "text/csv" }), `${field}.csv`);
      await send("POST", path, form);
    },
    withKey: (key) => createApiClient(serverUrl, key),
  };
}

/** Returns the existing record or creates it, so an interrupted set-up can be repeated. */
export async function findOrCreate<T>(
  existing: readonly T[],
  isMatch: (record: T) => boolean,
  create: () => Promise<T>,
): Promise<T> {
  return existing.find(isMatch) ?? (await create());
}
