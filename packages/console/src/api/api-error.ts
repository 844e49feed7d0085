import type { Dependent, ErrorAnswer, FaultCode } from "@gatehouse/contract/errors";
import { addRequestNote } from "../ui/request-note.ts";

/** A call that the server rejected, or that did not reach it (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FaultCode | undefined;
  /** Messages of the server. */
  readonly messages: readonly string[];
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Invalid fields, for the form that sent them. */
  readonly errors: readonly { path: string; message: string }[];
  /** Records that use a record which was to be deleted. */
  readonly dependents: readonly Dependent[];
  /** The stored record, if its version has changed. */
  readonly current: unknown;
  /** The text that has to be typed to confirm the call. */
  readonly toType: string | undefined;

  constructor(status: number, answer: Partial<ErrorAnswer> = {}) {
    const messages = [answer.message ?? []].flat().filter((text) => text !== "");
    super(messages.join(", ") || (status === 0 ? "The server cannot be reached" : `The server answered ${status}`));
    this.name = "ApiError";
    this.status = status;
    this.code = answer.code;
    this.messages = messages;
    this.requestId = answer.requestId;
    this.errors = answer.errors ?? [];
    this.dependents = answer.dependents ?? [];
    this.current = answer.current;
    this.toType = answer.confirmation?.text;
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The server's message, else the catalogue's text, else the error's own message. A catalogue text that ends
 * with a colon is a prefix of the message instead.
 */
export function errorText(error: unknown, fallback?: string): string {
  const said = error instanceof ApiError ? error.messages.join(", ") : "";
  const own = error instanceof Error ? error.message : String(error);
  const text = fallback?.endsWith(": ") ? fallback + (said || own) : said || fallback || own;
  return withRequestId(capitalised(text), error);
}

const serverFaults: readonly (FaultCode | undefined)[] = ["server/unexpected", "server/unavailable"];

/** Names the request of a fault of the server, so that an administrator finds it in the log. */
export const withRequestId = (text: string, error: unknown): string =>
  error instanceof ApiError && error.requestId !== undefined && serverFaults.includes(error.code)
    ? addRequestNote(text, error.requestId)
    : text;
