import type { ErrorCode } from "./errors.ts";
import { type GateScope, type TableGates, toGateScope } from "./gate-scope.ts";
import type { Permission } from "./permissions.ts";

/** The part of a zod schema's type that endpoints need; a smaller type keeps type checking fast. */
export interface Schema<In = unknown, Out = unknown> {
  readonly _zod: { readonly input: In; readonly output: Out };
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An endpoint's key is its method and path: `PUT /lanes/{id}`. */
export type EndpointKey = `${Method} /${string}`;

/**
 * Who may call an endpoint that needs no permission:
 * - anyone
 * - a person even before the second step of signing in
 * - a signed-in person even before the forced password change
 * - one who has changed the one-time password, but maybe not set up a required second factor
 * - one who has done both, about themselves
 * - another system with a key for that purpose
 * - a screen with the key of its display
 */
export type Access =
  | "public"
  | "any-stage"
  | "any-session"
  | "enrolment"
  | "own-account"
  | "integration"
  | "commissioning"
  | "display";

/** The kinds of access of people. */
export const personAccess: readonly (Access | undefined)[] = [
  undefined,
  "any-stage",
  "any-session",
  "enrolment",
  "own-account",
];

/** The permissions of the endpoints of a table: those that read (GET) and all others. */
export interface TablePermissions {
  readonly read: Permission | readonly Permission[];
  readonly write: Permission | readonly Permission[];
  /** The scope of endpoints that declare none. Without it, they are refused to people who are limited to gates. */
  readonly gates?: TableGates;
}

/** Converts a request body to the shape that the endpoint's schema describes. */
export type Reshape = (body: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** One endpoint of the API: its input, its response and its errors. */
export interface Endpoint {
  readonly summary: string;
  readonly tag: string;
  readonly access?: Access;
  /** The permission that a person needs, or several of which one is enough. */
  readonly permission?: Permission | readonly Permission[];
  /** Personal access tokens are accepted although the endpoint needs no permission. */
  readonly acceptsTokens?: true;
  /** Personal access tokens are rejected although the endpoint needs a permission: it is about the session of the caller. */
  readonly needsSession?: true;
  /** A session that was started with a PIN may also use it to change something of one's own account. */
  readonly allowsPin?: true;
  /** What the endpoint does for a person who is limited to gates. Without a scope it is refused to them. */
  readonly gates?: GateScope;
  readonly headers?: Schema;
  readonly params?: Schema;
  /** Regular expressions of path parameters, where another endpoint has a path of the same shape. */
  readonly pathPatterns?: Readonly<Record<string, string>>;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The body may also carry the other fields of the response, or of the given record, if they equal the stored ones. */
  readonly roundTrip?: true | Schema;
  /** Converts a body in the documents' shape; leaves any other body as it is. */
  readonly reshape?: Reshape;
  /** Fields that can't be changed, as paths. An update without them keeps the stored values. */
  readonly locked?: readonly string[];
  /** Maximum body size in bytes, if the default is too small. */
  readonly bodyLimit?: number;
  /** The multipart field whose file the handler reads as a stream. */
  readonly upload?: string;
  /** The content type of a response that is a streamed file. */
  readonly download?: string;
  /** The table whose data the download contains; each such call is recorded in the audit trail. */
  readonly exports?: string;
  /** The table that a call without a changed row of its own is about; each such call is recorded. */
  readonly actsOn?: string;
  /** The response is a picture with an ETag and its age, see `picture-headers.ts`. */
  readonly picture?: true;
  /** The response is a redirect to the URL that the handler returns; browsers call it by navigation. */
  readonly redirect?: true;
  /** Absent for 204 responses. */
  readonly response?: Schema;
  readonly status?: 200 | 201 | 204;
  readonly errors?: readonly ErrorCode[];
  /** Responds with Server-Sent Events instead of JSON: the data of each kind of message. */
  readonly stream?: Readonly<Record<string, Schema>>;
}

/** An endpoint that declares its permission, or who may call it without one. */
export type DeclaredEndpoint = Endpoint &
  ({ readonly access: Access } | { readonly permission: Permission | readonly Permission[] });

/** The endpoints of a table after their permissions were filled in. */
export type Declared<T> = {
  [K in keyof T]: T[K] extends { readonly access: Access }
    ? T[K]
    : T[K] & { readonly permission: Permission | readonly Permission[] };
};

export type EndpointTable = Record<EndpointKey, Endpoint>;

type InputOf<S> = S extends Schema<infer In> ? In : never;
/** The type that a schema produces. */
export type OutputOf<S> = S extends Schema<unknown, infer Out> ? Out : never;
type Part<E, K extends string, V> = E extends Record<K, unknown> ? { [P in K]: V } : { [P in K]?: undefined };

/** The input of a call: only the parts that the endpoint declares. */
export type CallInput<E> = Part<E, "params", E extends { params: infer S } ? InputOf<S> : never> &
  (E extends { query: infer S }
    ? Record<never, never> extends InputOf<S>
      ? { query?: InputOf<S> }
      : { query: InputOf<S> }
    : { query?: undefined }) &
  Part<E, "body", E extends { body: infer S } ? InputOf<S> : never>;

/** The validated input that a handler receives. */
export interface Checked<E> {
  params: E extends { params: infer S } ? OutputOf<S> : undefined;
  query: E extends { query: infer S } ? OutputOf<S> : undefined;
  /** Absent if it is incomplete without the stored values of locked fields; `bodyFor` adds them. */
  body: E extends { body: infer S }
    ? E extends { locked: object }
      ? OutputOf<S> | undefined
      : OutputOf<S>
    : undefined;
  headers: E extends { headers: infer S } ? OutputOf<S> : undefined;
}

/** The response of a call. */
export type ResponseOf<E> = E extends { response: infer S } ? OutputOf<S> : undefined;

/**
 * Declares endpoints and keeps their literal types. The permissions apply to every endpoint that declares neither a
 * permission of its own nor an access without one.
 */
export function defineEndpoints<const T extends EndpointTable>(permissions: TablePermissions, table: T): Declared<T> {
  const entries = Object.entries<Endpoint>(table).map(([key, endpoint]) => [
    key,
    withPermission(permissions, key, endpoint),
  ]);
  return Object.fromEntries(entries) as Declared<T>;
}

/** The endpoint with the permission and the gate scope of its table, unless it has its own. */
export function withPermission(permissions: TablePermissions, key: string, endpoint: Endpoint): Endpoint {
  if (endpoint.access !== undefined) return endpoint;
  const { permission = key.startsWith("GET ") ? permissions.read : permissions.write } = endpoint;
  const { gates = toGateScope(permissions.gates, key) } = endpoint;
  return { ...endpoint, permission, ...(gates && { gates }) };
}

/** The console's messages after a call, unless the server sends a better one. */
export type CallMessages = Partial<Record<EndpointKey, { success?: string; failure?: string }>>;
