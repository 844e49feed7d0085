import type { Dependent, ErrorCode, ErrorResponse } from "@gatehouse/contract/errors";
import { addRequestNote } from "../ui/request-note.ts";

/** A call that the server rejected, or that did not reach it (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
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

  constructor(status: number, response: Partial<ErrorResponse> = {}) {
    const messages = [response.message ?? []].flat().filter((text) => text !== "");
    super(messages.join(", ") || (status === 0 ? "The server cannot be reached" : `The server answered ${status}`));
    this.name = "ApiError";
    this.status = status;
    this.code = response.code;
    this.messages = messages;
    this.requestId = response.requestId;
    this.errors = response.errors ?? [];
    this.dependents = response.dependents ?? [];
    this.current = response.current;
    this.toType = response.confirmation?.text;
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

const serverErrors: readonly (ErrorCode | undefined)[] = ["server/unexpected", "server/unavailable"];

/** Names the request of a fault of the server, so that an administrator finds it in the log. */
export const withRequestId = (text: string, error: unknown): string =>
  error instanceof ApiError && error.requestId !== undefined && serverErrors.includes(error.code)
    ? addRequestNote(text, error.requestId)
    : text;
