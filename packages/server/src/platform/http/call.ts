import type { Answer, Checked, Slot } from "@gatehouse/contract/endpoint";
import type { CopyIn } from "../database/copy-in.ts";
import type { ReadDb, Tx } from "../database/database.ts";
import type { Cookie } from "./cookies.ts";
import type { RequestArrival } from "./request-arrival.ts";

/** The signed-in person behind a call. */
export interface Person {
  userId: number;
  username: string;
  passwordChanged: boolean;
  sessionId: string;
}

/** Another system that calls with a key of its own. */
export interface KeyHolder {
  keyId: number;
  name: string;
}

/** Where a call came from. */
export interface Caller {
  requestId: string;
  address: string;
  userAgent: string;
  /** Connected from the server's own machine, without a proxy between. */
  isOnThisMachine: boolean;
  arrival: RequestArrival;
}

/** A file that a caller sends, as it arrives. */
export interface Upload {
  readonly filename: string;
  /** Ends when the whole request has arrived well, and fails when it did not; to be read once. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file that is answered, written as it is made. */
export interface Download {
  readonly filename: string;
  readonly content: AsyncIterable<string>;
}

/** Everything a handler gets: the checked input, who asks, and the way to the data. */
export interface Call<E> extends Checked<E> {
  /** The signed-in person; reading it on a public endpoint is a fault of ours. */
  readonly person: Person;
  /** The system behind the key; reading it on an endpoint for people is a fault of ours. */
  readonly key: KeyHolder;
  readonly caller: Caller;
  /** The version of the record that the caller's change is based on, when they said so. */
  readonly ifMatch: number | undefined;
  /** The file that the endpoint asks for. */
  readonly upload: E extends { upload: string } ? Upload : undefined;
  /** Sends a cookie along with the answer. */
  setCookie(cookie: Cookie): void;
  /** The values of the caller's cookies whose names begin so. */
  cookies(prefix: string): string[];
  readonly read: ReadDb;
  /** The only way to write: one transaction that names its author to the audit trail; begun anew after a deadlock. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same, for as many rows as a file can have. */
  writeMany<T>(work: (tx: Tx, copyIn: CopyIn) => Promise<T>): Promise<T>;
}

type Outcome<E> = E extends { download: string } ? Download : Answer<E>;

/** What serves one endpoint. */
export type Handler<E> = (call: Call<E>) => Promise<Outcome<E>> | Outcome<E>;

/** A handler for every endpoint of a table: leaving one out does not compile. */
export type Handlers<T> = { [K in keyof T]: Handler<T[K]> };

/** The handlers of a whole API. Endpoints that stream have none; the platform serves them. */
export type ApiHandlers<T> = Handlers<{ [K in keyof T as T[K] extends { stream: true } ? never : K]: T[K] }>;

type AnyPart = Slot<unknown, Record<string, unknown>>;

/** A call whose endpoint is only known at run time. */
export type AnyCall = Call<{ params: AnyPart; query: AnyPart; body: AnyPart; headers: AnyPart; upload: string }>;

/** Handlers of endpoints that are only known at run time, by the endpoint's key. */
export type AnyHandlers = Record<string, (call: AnyCall) => unknown>;

/** Keeps a table of handlers tied to its endpoints. */
export function handle<T>(_endpoints: T, handlers: Handlers<T>): Handlers<T> {
  return handlers;
}
