import {
  clocksDiffer,
  providerReasons,
  providerRefused,
  providerUnreachable,
} from "@gatehouse/contract/entities/provider.messages";
import type { ErrorCode } from "@gatehouse/contract/errors";
import * as oidc from "openid-client";
import { FetchError } from "../../alert/guarded-fetch.ts";

/** Why a sign-in with a provider failed. */
export type ProviderErrorCode = Extract<ErrorCode, `provider/${string}`>;

const maxDetail = 300;

/** A failed call to a provider, or an answer that is not accepted. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  /** What happened, without what to do. */
  readonly detail: string;

  constructor(code: ProviderErrorCode, { name }: { name: string }, detail: string, message?: string) {
    const short = detail.slice(0, maxDetail);
    super(message ?? (code === "provider/unreachable" ? providerUnreachable : providerRefused)(name, short));
    this.code = code;
    this.detail = short;
  }

  /** A token from a clock that differs too much; its time in seconds. */
  static ofClocks(provider: { name: string }, tokenSeconds: number, now: Date): ProviderError {
    const format = (time: Date) => `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
    const message = clocksDiffer(provider.name, format(new Date(tokenSeconds * 1_000)), format(now));
    return new ProviderError("provider/clock", provider, message, message);
  }
}

const timestampCode = "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";

/** Converts any error of a call to a provider. */
export function toProviderError(error: unknown, provider: { name: string }, now: Date): ProviderError {
  if (error instanceof ProviderError) return error;
  const causes = causesOf(error);
  const noReply = causes.find((cause) => cause instanceof FetchError);
  if (noReply) return new ProviderError("provider/unreachable", provider, noReply.message);
  const failed = causes.find((cause) => cause instanceof oidc.ResponseBodyError);
  const challenge = causes.find((cause) => cause instanceof oidc.WWWAuthenticateChallengeError);
  if (challenge || failed?.error === "invalid_client") {
    return new ProviderError("provider/refused", provider, providerReasons.client);
  }
  if (failed && failed.status < 500 && failed.status !== 429) {
    return new ProviderError("provider/refused", provider, toSentence(failed.error_description ?? failed.error));
  }
  if (failed) return new ProviderError("provider/unreachable", provider, `It answered with status ${failed.status}.`);
  const denied = causes.find((cause) => cause instanceof oidc.AuthorizationResponseError);
  if (denied) {
    return new ProviderError("provider/refused", provider, toSentence(denied.error_description ?? denied.error));
  }
  const response = causes.find((cause) => cause instanceof Response);
  if (response && response.status !== 200) {
    return new ProviderError("provider/unreachable", provider, `It answered with status ${response.status}.`);
  }
  const stale = causes.find((cause) => (cause as { code?: unknown }).code === timestampCode);
  if (stale) return ProviderError.ofClocks(provider, tokenSeconds(causes), now);
  const last = causes.findLast((cause) => cause instanceof Error);
  return new ProviderError("provider/refused", provider, toSentence(last?.message ?? "its answer is not valid"));
}

/** An error and the causes that it wraps. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; typeof each === "object" && each !== null && causes.length < 10; ) {
    causes.push(each);
    each = (each as { cause?: unknown }).cause;
  }
  return causes;
}

/** When the rejected token was issued. */
function tokenSeconds(causes: readonly unknown[]): number {
  const claims = causes.map((cause) => (cause as { claims?: { iat?: unknown } }).claims).find(Boolean);
  return typeof claims?.iat === "number" ? claims.iat : 0;
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
