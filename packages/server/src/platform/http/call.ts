import type { Checked, OutputOf, ResponseOf, Schema } from "@gatehouse/contract/endpoint";
import type { SessionStage } from "@gatehouse/contract/entities/auth/second-factor";
import type { Permission } from "@gatehouse/contract/permissions";
import type { SignInMethod } from "@gatehouse/contract/sign-in-methods";
import type { CopyIn } from "../database/copy-in.ts";
import type { ReadDb, Tx } from "../database/database.ts";
import type { Cookie } from "./cookies.ts";
import type { RequestArrival } from "./request-arrival.ts";

export interface Person {
  userId: number;
  username: string;
  passwordChanged: boolean;
  /** Of a call with a personal access token: an id that stands for the token. */
  sessionId: string;
  /** What the session lacks; null if it is complete. */
  stage: SessionStage | null;
  /** How the session was started. */
  method: SignInMethod;
  /** The person's full name; empty if none was entered. */
  name: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** The gates that the person is limited to; null means all. */
  gateIds: readonly number[] | null;
  /** The personal access token of the call; its permissions are in `permissions`. */
  token?: { readonly id: number; readonly name: string };
}

/** Another system that authenticates with an API key. */
export interface KeyHolder {
  keyId: number;
  name: string;
}

/** A screen that authenticates with the key of its display. */
export interface ScreenHolder {
  displayId: number;
  uid: string;
  keyHash: string;
}

export interface Caller {
  requestId: string;
  address: string;
  userAgent: string;
  /** The address in the caller's browser, as the request or a reverse proxy on this machine states it. */
  origin: string;
  /** Connected from the server's own machine without a proxy. */
  isOnThisMachine: boolean;
  arrival: RequestArrival;
}

/** A file that the caller uploads. */
export interface Upload {
  readonly filename: string;
  /** Streams the file once; fails if the request is incomplete or invalid. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file that is streamed to the caller. */
export interface Download {
  readonly filename: string;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** If it is not that of the endpoint. */
  readonly contentType?: string;
}

/** A picture that changes, such as the live picture of a camera. */
export interface LivePicture {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Identifies the content. */
  readonly etag: string;
  readonly ageMs: number;
  /** Time until a newer picture is expected. */
  readonly nextMs: number;
}

/** Where the caller's browser goes next. */
export interface Redirect {
  readonly location: string;
}

/** What a handler receives: the validated input, the caller's identity and access to the database. */
export interface Call<E> extends Checked<E> {
  /** Throws on an endpoint that is not for people. */
  readonly person: Person;
  /** Throws on an endpoint that is not for API keys. */
  readonly key: KeyHolder;
  /** Throws on an endpoint that is not for screens. */
  readonly screen: ScreenHolder;
  readonly caller: Caller;
  /** The record version that the caller's change is based on, if sent, as If-Match or in the body. */
  readonly ifMatch: number | undefined;
  /** The fields of the response that the body repeated although its schema doesn't have them. */
  readonly echoed: Readonly<Record<string, unknown>>;
  /**
   * The body and its echoed fields. Locked fields that the body lacks have the values of the stored record, which
   * must have them under the names that they have in the body.
   */
  bodyFor(stored: Readonly<Record<string, unknown>>): {
    readonly body: E extends { body: infer S } ? OutputOf<S> : undefined;
    readonly echoed: Readonly<Record<string, unknown>>;
  };
  readonly upload: E extends { upload: string } ? Upload : undefined;
  setCookie(cookie: Cookie): void;
  /** Returns the values of the request's cookies whose names have the prefix. */
  cookies(prefix: string): string[];
  readonly read: ReadDb;
  /** The only way to write: an audited transaction, retried once after a deadlock. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** An audited transaction that can also stream in many rows. It is not retried, and cancelled if the caller disconnects. */
  writeMany<T>(work: (tx: Tx, copyIn: CopyIn) => Promise<T>): Promise<T>;
}

type Outcome<E> = E extends { download: string }
  ? Download
  : E extends { picture: true }
    ? LivePicture
    : E extends { redirect: true }
      ? Redirect
      : ResponseOf<E>;

export type Handler<E> = (call: Call<E>) => Promise<Outcome<E>> | Outcome<E>;

/** A handler for every endpoint of a table: leaving one out does not compile. */
export type Handlers<T> = { [K in keyof T]: Handler<T[K]> };

/** The handlers of a whole API. Endpoints that stream have none; the platform serves them. */
export type ApiHandlers<T> = Handlers<{ [K in keyof T as T[K] extends { stream: object } ? never : K]: T[K] }>;

type AnyPart = Schema<unknown, Record<string, unknown>>;

/** A call whose endpoint is only known at run time. */
export type AnyCall = Call<{ params: AnyPart; query: AnyPart; body: AnyPart; headers: AnyPart; upload: string }>;

/** Handlers of endpoints that are only known at run time, by the endpoint's key. */
export type AnyHandlers = Record<string, (call: AnyCall) => unknown>;

/** Checks at compile time that the handlers match their endpoints. */
export function handle<T>(_endpoints: T, handlers: Handlers<T>): Handlers<T> {
  return handlers;
}
