import type { ErrorCode } from "@gatehouse/contract/errors";
import type { Clock } from "../clock.ts";
import { type HttpError, httpError } from "../http/http-error.ts";

/** Throttling of wrong secrets of devices and wrong keys of systems and screens, per address. */
export const secretLimits = {
  /** Failures before the first wait. */
  free: 10,
  /** The first wait is one second; each further failure doubles it up to this. */
  maxWaitSeconds: 60,
  /** After this time without a failure the address starts again. */
  forgottenAfterSeconds: 15 * 60,
  /** Maximum number of tracked addresses. */
  maxAddresses: 10_000,
} as const;

/** The message while an address has to wait. */
const tooManyWrongSecrets = (waitSeconds: number): string =>
  `Too many wrong secrets from this address. Try again in ${waitSeconds} s.`;

/** Throttles wrong secrets. Secrets are too long to be guessed; this limits load and log noise. */
export interface SecretThrottle {
  /** Returns an error if the caller must wait; to be called before its secret is compared. */
  errorFor(key: string): HttpError | undefined;
  /** Counts a wrong secret, except during a wait, and returns the refusal to send. */
  fail(key: string, code: ErrorCode): HttpError;
  /** The number of keys in memory. */
  size(): number;
}

interface Bucket {
  failures: number;
  lastMs: number;
}

/** Stores the failures in memory, for the most recent keys. */
export function createSecretThrottle(clock: Clock, maxKeys: number = secretLimits.maxAddresses): SecretThrottle {
  // Ordered by the time of the last failure.
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string, nowMs: number): Bucket | undefined {
    const bucket = buckets.get(key);
    const isExpired = bucket && nowMs - bucket.lastMs >= secretLimits.forgottenAfterSeconds * 1_000;
    return isExpired ? undefined : bucket;
  }

  function errorFor(key: string): HttpError | undefined {
    const nowMs = clock.monotonicMs();
    const bucket = bucketOf(key, nowMs);
    if (!bucket) return undefined;
    const waitMs = bucket.lastMs + waitSeconds(bucket.failures) * 1_000 - nowMs;
    if (waitMs <= 0) return undefined;
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    return httpError("secret/too-many-attempts", {
      retryAfterSeconds,
      message: tooManyWrongSecrets(retryAfterSeconds),
    });
  }

  return {
    errorFor,
    fail: (key, code) => {
      const waiting = errorFor(key);
      if (waiting) return waiting;
      const nowMs = clock.monotonicMs();
      const failures = (bucketOf(key, nowMs)?.failures ?? 0) + 1;
      buckets.delete(key);
      buckets.set(key, { failures, lastMs: nowMs });
      const [oldest] = buckets.keys();
      if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest);
      return httpError(code);
    },
    size: () => buckets.size,
  };
}

function waitSeconds(failures: number): number {
  const { free, maxWaitSeconds } = secretLimits;
  return failures < free ? 0 : Math.min(2 ** (failures - free), maxWaitSeconds);
}
