import type { Api, ApiKey } from "@gatehouse/contract/api";
import type { Answer, CallInput } from "@gatehouse/contract/endpoint";
import type { ErrorAnswer } from "@gatehouse/contract/errors";
import { ApiError } from "./api-error.ts";
import { dropEmpty } from "./drop-empty.ts";
import { runtimeConfig } from "./runtime-config.ts";
import { currentSession, endSession } from "./session.ts";

/** What a call may carry besides its declared parts. */
export interface CallExtras {
  /** The version of the record that a change is based on; the server refuses it when there is a newer one. */
  ifMatch?: number;
  /** Where a stream that broke off goes on. */
  lastEventId?: string;
  signal?: AbortSignal;
}

/** What a call takes. */
export type Input<K extends ApiKey> = CallInput<Api[K]> & CallExtras;

/** What a call takes, as the rest of a parameter list: left out where the call needs nothing. */
export type InputArgs<K extends ApiKey> =
  Record<never, never> extends CallInput<Api[K]> ? [input?: Input<K>] : [input: Input<K>];

/** What a call answers. */
export type Answered<K extends ApiKey> = Answer<Api[K]>;

/** What a call takes, where the call is only known at run time. */
export interface LooseInput extends CallExtras {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Makes a call of the contract's table. */
export async function call<K extends ApiKey>(key: K, ...[input]: InputArgs<K>): Promise<Answered<K>> {
  const answer = await send(key, (input ?? {}) as LooseInput);
  if (answer.status === 204) return undefined as Answered<K>;
  return (await answer.json()) as Answered<K>;
}

/** Sends a call and answers what came back, unread: for the live stream, which never ends. */
export async function send(key: ApiKey, input: LooseInput = {}): Promise<Response> {
  const { method, address, headers, token } = createRequest(key, input);
  const answer = await fetch(address, {
    method,
    headers,
    signal: input.signal ?? null,
    ...(input.body === undefined ? {} : { body: encodeBody(input.body) }),
  }).catch((error: unknown) => {
    throw input.signal?.aborted ? error : new ApiError(0);
  });
  if (answer.ok) return answer;
  throw toApiError(answer.status, await answer.text(), token);
}

/** What a call is on the wire, whichever way it is sent. */
export function createRequest(key: ApiKey, input: LooseInput) {
  const [method = "GET", template = ""] = key.split(" ");
  const token = currentSession()?.token;
  return { method, address: toUrl(template, input), headers: toHeaders(key, token, input), token };
}

/** The error that a refused call is, and what follows from it for the session. */
export function toApiError(status: number, answer: string, token: string | undefined): ApiError {
  // AUTH-7: a refused token is over, unless it was replaced while the call was on its way.
  if (status === 401 && token !== undefined && token === currentSession()?.token) endSession("expired");
  return new ApiError(status, parseError(answer));
}

function toUrl(template: string, { params = {}, query = {} }: LooseInput): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const kept = Object.entries(dropEmpty(query) as Record<string, unknown>);
  const search = new URLSearchParams(kept.map(([name, value]) => [name, String(value)]));
  return `${runtimeConfig().apiBaseUrl}${path}${kept.length > 0 ? `?${search}` : ""}`;
}

function toHeaders(key: ApiKey, token: string | undefined, input: LooseInput): Record<string, string> {
  const { body, ifMatch, lastEventId } = input;
  return {
    // The browser itself says where the parts of a form begin.
    ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === "POST /auth/login" ? { "app-id": runtimeConfig().appId } : {}),
    ...(ifMatch === undefined ? {} : { "if-match": `"${ifMatch}"` }),
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  };
}

const encodeBody = (body: unknown) => (body instanceof FormData ? body : JSON.stringify(dropEmpty(body)));

function parseError(answer: string): Partial<ErrorAnswer> {
  try {
    return JSON.parse(answer) as Partial<ErrorAnswer>;
  } catch {
    return {};
  }
}
