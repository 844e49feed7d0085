import type { FaultCode } from "./errors.ts";

/** What the mechanism needs to know of a zod schema; naming only this keeps type checking quick. */
export interface Slot<In = unknown, Out = unknown> {
  readonly _zod: { readonly input: In; readonly output: Out };
}

/** The methods an endpoint may have. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An endpoint's name is its method and path, as the specification writes them: `PUT /lanes/{id}`. */
export type EndpointKey = `${Method} /${string}`;

/**
 * Who may call an endpoint: anyone; a signed-in person even before the forced password change;
 * (the default) a signed-in person whose password is their own; or another system with a key made for that purpose.
 */
export type Access = "public" | "any-session" | "full" | "integration" | "commissioning";

/** One call of the API: what goes in, what comes out and how it can be refused. */
export interface Endpoint {
  readonly summary: string;
  readonly tag: string;
  readonly access?: Access;
  readonly headers?: Slot;
  readonly params?: Slot;
  readonly query?: Slot;
  readonly body?: Slot;
  /** How large a body may be, in bytes, where the usual limit is too small. */
  readonly bodyLimit?: number;
  /** The field of a multipart body whose file the handler reads as it arrives. */
  readonly upload?: string;
  /** The content type of an answer that is a file, written as it is made. */
  readonly download?: string;
  /** Absent for 204 answers. */
  readonly answer?: Slot;
  readonly status?: 200 | 201 | 204;
  readonly faults?: readonly FaultCode[];
  /** A stream answers Server-Sent Events instead of JSON. */
  readonly stream?: true;
}

/** Endpoints by their name. */
export type EndpointTable = Record<EndpointKey, Endpoint>;

type InputOf<S> = S extends Slot<infer In> ? In : never;
type OutputOf<S> = S extends Slot<unknown, infer Out> ? Out : never;
type Part<E, K extends string, V> = E extends Record<K, unknown> ? { [P in K]: V } : { [P in K]?: undefined };

/** What a caller passes: only the parts that the endpoint declares. */
export type CallInput<E> = Part<E, "params", E extends { params: infer S } ? InputOf<S> : never> &
  (E extends { query: infer S }
    ? Record<never, never> extends InputOf<S>
      ? { query?: InputOf<S> }
      : { query: InputOf<S> }
    : { query?: undefined }) &
  Part<E, "body", E extends { body: infer S } ? InputOf<S> : never>;

/** What a handler receives, checked: the same parts, parsed. */
export interface Checked<E> {
  params: E extends { params: infer S } ? OutputOf<S> : undefined;
  query: E extends { query: infer S } ? OutputOf<S> : undefined;
  body: E extends { body: infer S } ? OutputOf<S> : undefined;
  headers: E extends { headers: infer S } ? OutputOf<S> : undefined;
}

/** What the call answers. */
export type Answer<E> = E extends { answer: infer S } ? OutputOf<S> : undefined;

/** Keeps the literal types of an entity's endpoints. */
export function defineEndpoints<const T extends EndpointTable>(table: T): T {
  return table;
}

/** What the console says when a call went well or badly and the server said nothing better. */
export type CallMessages = Partial<Record<EndpointKey, { success?: string; failure?: string }>>;
