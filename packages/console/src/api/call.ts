import type { Api, ApiKey } from "@gatehouse/contract/api";
import type { CallInput, ResponseOf } from "@gatehouse/contract/endpoint";
import type { ErrorCode, ErrorResponse } from "@gatehouse/contract/errors";
import { ApiError } from "./api-error.ts";
import { loadCallMessages } from "./call-messages.ts";
import { runtimeConfig } from "./runtime-config.ts";
import { currentSession, endSession, isReplacing, type SessionEnd } from "./session.ts";

/** Removes undefined and blank text, at any depth. */
export function dropEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropEmpty);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([, member]) => !isEmpty(member));
  return Object.fromEntries(kept.map(([name, member]) => [name, dropEmpty(member)]));
}

const isEmpty = (value: unknown) => value === undefined || (typeof value === "string" && value.trim() === "");

/** Options of any call, besides its declared input. */
export interface CallExtras {
  /** Version of the record that an update is based on; the server rejects the update if there is a newer one. */
  ifMatch?: number;
  /** Entry of the audit trail whose earlier values are sent. */
  restoredFrom?: number;
  /** Where to resume an interrupted event stream. */
  lastEventId?: string;
  /** ETag of the picture that is shown; the response is 304 if there is no newer one. */
  ifNoneMatch?: string;
  signal?: AbortSignal;
  /** Of streams and of pictures that follow each other: what a person waits for comes first. */
  priority?: "low";
  /** The token of a session that is not complete yet. */
  token?: string;
}

export type Input<K extends ApiKey> = CallInput<Api[K]> & CallExtras;

/** Input of a call as rest parameter: optional if the call requires none. */
export type InputArgs<K extends ApiKey> =
  Record<never, never> extends CallInput<Api[K]> ? [input?: Input<K>] : [input: Input<K>];

/** Response body of a call. */
export type CallResponse<K extends ApiKey> = ResponseOf<Api[K]>;

/** Input of a call that is only known at run time. */
export interface LooseInput extends CallExtras {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

/** Makes a call of the contract's endpoint table. */
export const call = <K extends ApiKey>(key: K, ...[input]: InputArgs<K>): Promise<CallResponse<K>> =>
  callLoosely<CallResponse<K>>(key, input);

/** Makes a call that is only known at run time; the caller states the type of its response. */
export async function callLoosely<Body>(key: ApiKey, input: LooseInput = {}): Promise<Body> {
  const response = await send(key, input);
  if (response.status === 204) return undefined as Body;
  return (await response.json()) as Body;
}

/** Sends a call and gives the unread response: for streams and files. */
export async function send(key: ApiKey, input: LooseInput = {}): Promise<Response> {
  const { method, url, headers, token } = createRequest(key, input);
  if (method !== "GET") void loadCallMessages();
  const response = await fetch(url, {
    method,
    headers,
    signal: input.signal ?? null,
    priority: input.priority ?? "auto",
    ...(input.body === undefined ? {} : { body: encodeBody(input.body) }),
  }).catch(async (error: unknown) => {
    if (input.signal?.aborted) throw error;
    await loadCallMessages();
    throw new ApiError(0);
  });
  if (method === "GET" && (response.ok || response.status === 304)) return response;
  await loadCallMessages();
  if (response.ok) return response;
  throw toApiError(response.status, await response.text(), token);
}

/** Method, URL and headers of a call, for `fetch` or `XMLHttpRequest`. */
export function createRequest(key: ApiKey, input: LooseInput) {
  const [method = "GET", template = ""] = key.split(" ");
  const token = input.token ?? currentSession()?.token;
  return { method, url: toUrl(template, input), headers: toHeaders(key, token, input), token };
}

/** Converts an error response. Ends the session if its token was rejected. */
export function toApiError(status: number, body: string, token: string | undefined): ApiError {
  // Unless the token was renewed while the call was in flight.
  const error = new ApiError(status, parseError(body));
  const isCurrent = token !== undefined && token === currentSession()?.token;
  if (status === 401 && isCurrent && !isReplacing()) {
    const why = (error.code && endOfCode[error.code]) ?? "expired";
    endSession(why, error.code === "auth/access-ended" ? error.message : undefined);
  }
  return error;
}

/** The errors that tell why a session ended. */
const endOfCode: Partial<Record<ErrorCode, SessionEnd>> = {
  "auth/session-idle": "idle",
  "auth/session-too-old": "too-old",
  "auth/account-disabled": "disabled",
};

function toUrl(template: string, { params = {}, query = {} }: LooseInput): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const kept = Object.entries(dropEmpty(query) as Record<string, unknown>);
  const search = new URLSearchParams(kept.map(([name, value]) => [name, String(value)]));
  return `${runtimeConfig().apiBaseUrl}${path}${kept.length > 0 ? `?${search}` : ""}`;
}

function toHeaders(key: ApiKey, token: string | undefined, input: LooseInput): Record<string, string> {
  const { body, ifMatch, restoredFrom, ifNoneMatch, lastEventId } = input;
  return {
    // For a form the browser sets the content type, with the multipart boundary.
    ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === "POST /auth/login" ? { "app-id": runtimeConfig().appId } : {}),
    ...(ifMatch === undefined ? {} : { "if-match": `"${ifMatch}"` }),
    ...(restoredFrom === undefined ? {} : { "restored-from": String(restoredFrom) }),
    ...(ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch }),
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  };
}

const encodeBody = (body: unknown) => (body instanceof FormData ? body : JSON.stringify(dropEmpty(body)));

function parseError(body: string): Partial<ErrorResponse> {
  try {
    return JSON.parse(body) as Partial<ErrorResponse>;
  } catch {
    return {};
  }
}
