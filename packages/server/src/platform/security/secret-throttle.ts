import type { FaultCode } from "@gatehouse/contract/errors";
import { secretLimits, tooManyWrongSecrets } from "@gatehouse/contract/secret-limits";
import type { Clock } from "../clock.ts";
import { type Refusal, refuse } from "../http/refusal.ts";

/** Slows down wrong secrets. Secrets are too long to be guessed; this bounds the load and the noise of trying. */
export interface SecretThrottle {
  /** The refusal of a caller who must wait, before its secret is compared. */
  refusal(key: string): Refusal | undefined;
  /** Counts a wrong secret; gives the refusal to answer with. What comes during a wait is not counted. */
  fail(key: string, code: FaultCode): Refusal;
  /** Keys that are remembered. */
  size(): number;
}

interface Bucket {
  failures: number;
  lastMs: number;
}

/** Kept in the memory of this process, for the latest addresses. */
export function createSecretThrottle(clock: Clock, maxKeys: number = secretLimits.maxAddresses): SecretThrottle {
  // The one that failed last is the last one.
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string, nowMs: number): Bucket | undefined {
    const bucket = buckets.get(key);
    const isOver = bucket && nowMs - bucket.lastMs >= secretLimits.forgottenAfterSeconds * 1_000;
    return isOver ? undefined : bucket;
  }

  function refusal(key: string): Refusal | undefined {
    const nowMs = clock.monotonicMs();
    const bucket = bucketOf(key, nowMs);
    if (!bucket) return undefined;
    const waitMs = bucket.lastMs + waitSeconds(bucket.failures) * 1_000 - nowMs;
    if (waitMs <= 0) return undefined;
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    return refuse("secret/too-many-attempts", { retryAfterSeconds, message: tooManyWrongSecrets(retryAfterSeconds) });
  }

  return {
    refusal,
    fail: (key, code) => {
      const waiting = refusal(key);
      if (waiting) return waiting;
      const nowMs = clock.monotonicMs();
      const failures = (bucketOf(key, nowMs)?.failures ?? 0) + 1;
      buckets.delete(key);
      buckets.set(key, { failures, lastMs: nowMs });
      const [oldest] = buckets.keys();
      if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest);
      return refuse(code);
    },
    size: () => buckets.size,
  };
}

function waitSeconds(failures: number): number {
  const { free, maxWaitSeconds } = secretLimits;
  return failures < free ? 0 : Math.min(2 ** (failures - free), maxWaitSeconds);
}
