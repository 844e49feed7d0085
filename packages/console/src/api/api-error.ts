import type { Dependent, ErrorAnswer, FaultCode } from "@gatehouse/contract/errors";

/** A call that the server rejected, or that did not reach it (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: FaultCode | undefined;
  /** Messages of the server. */
  readonly messages: readonly string[];
  /** Invalid fields, for the form that sent them. */
  readonly errors: readonly { path: string; message: string }[];
  /** Records that use a record which was to be deleted. */
  readonly dependents: readonly Dependent[];
  /** The stored record, if its version has changed. */
  readonly current: unknown;
  /** RULE-9: the text that has to be typed to confirm the call. */
  readonly toType: string | undefined;

  constructor(status: number, answer: Partial<ErrorAnswer> = {}) {
    const messages = [answer.message ?? []].flat().filter((text) => text !== "");
    super(messages.join(", ") || (status === 0 ? "The server cannot be reached" : `The server answered ${status}`));
    this.name = "ApiError";
    this.status = status;
    this.code = answer.code;
    this.messages = messages;
    this.errors = answer.errors ?? [];
    this.dependents = answer.dependents ?? [];
    this.current = answer.current;
    this.toType = answer.confirmation?.text;
  }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * SHELL-6: the server's message, else the catalogue's text, else the error's own message. A catalogue text that ends
 * with a colon is a prefix of the message instead.
 */
export function errorText(error: unknown, fallback?: string): string {
  const said = error instanceof ApiError ? error.messages.join(", ") : "";
  const own = error instanceof Error ? error.message : String(error);
  if (fallback?.endsWith(": ")) return capitalised(fallback + (said || own));
  return capitalised(said || fallback || own);
}
