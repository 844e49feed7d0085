import { signInLimits } from "@gatehouse/contract/entities/auth/auth";
import { tooManyFailures, tooManyFailuresElsewhere } from "@gatehouse/contract/entities/auth/auth.messages";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { SteadyTime } from "../../platform/database/steady-time.ts";
import { addressKey, networkKey } from "../../platform/http/caller-address.ts";
import { type HttpError, httpError } from "../../platform/http/http-error.ts";

/** A sign-in attempt whose password is not checked yet. */
export interface LoginAttempt {
  readonly username: string;
  readonly address: string;
  /** Somebody signed in to the account from this address before, or it is this machine. */
  readonly isKnownAddress: boolean;
  /** Set if the browser signed in to the account before. */
  readonly browserId: string | undefined;
}

/** Identifies a counted attempt, to undo it. */
export interface CountedAttempt {
  readonly keys: readonly string[];
  readonly at: number;
}

/** Limits failed sign-ins by account; see docs/decisions/0016-sign-in-throttling.md. */
export interface LoginThrottle {
  /** Counts an attempt before its password is checked, so that concurrent attempts count too; rejects during a wait. */
  count(attempt: LoginAttempt): Promise<CountedAttempt>;
  /** Removes a successful attempt from the counts. */
  undo(counted: CountedAttempt): Promise<void>;
}

interface Bucket {
  readonly key: string;
  readonly limit: number;
  readonly delaysSeconds?: readonly number[];
  /** Also counts failures from other addresses. */
  readonly isShared?: true;
}

const windowMs = signInLimits.windowSeconds * 1_000;
const purgeBatchSize = 20;

/** Milliseconds until a bucket allows another attempt; at most the window. */
export function waitMs(
  attempts: readonly number[],
  now: number,
  { limit, delaysSeconds = [] }: Omit<Bucket, "key">,
): number {
  const oldest = attempts[attempts.length - limit];
  if (oldest !== undefined) return oldest + windowMs - now;
  const delayMs = (delaysSeconds[attempts.length] ?? 0) * 1_000;
  return Math.max(0, (attempts.at(-1) ?? now) + delayMs - now);
}

/** Stores the counts in the database, for all server processes and across restarts. */
export function createLoginThrottle(db: Database, time: SteadyTime): LoginThrottle {
  return {
    count: async (attempt) => {
      const now = await time.now();
      await purge(db, now);
      const errors: MustWait[] = [];
      for (const buckets of bucketSets(attempt)) {
        try {
          return await db.transaction().execute((tx) => countIn(tx, buckets, now));
        } catch (error) {
          if (!(error instanceof MustWait)) throw error;
          errors.push(error);
        }
      }
      throw throttleError(errors.reduce((one, other) => (other.waitMs < one.waitMs ? other : one)));
    },
    undo: ({ keys, at }) => undoIn(db, keys, at),
  };
}

function undoIn(db: Database, keys: readonly string[], at: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const key of keys) {
      await sql`update login_buckets set attempts = array_remove(attempts, ${at}::float8) where key = ${key}`.execute(
        tx,
      );
    }
  });
}

/** Limits attempts by one key, such as the codes of one person, with the same counts in the database. */
export function createKeyThrottle(db: Database, time: SteadyTime, kind: string, limits: Omit<Bucket, "key">) {
  return {
    count: async (key: string | number): Promise<CountedAttempt> => {
      const now = await time.now();
      await purge(db, now);
      try {
        return await db.transaction().execute((tx) => countIn(tx, [{ key: `${kind} ${key}`, ...limits }], now));
      } catch (error) {
        throw error instanceof MustWait ? throttleError(error) : error;
      }
    },
    undo: ({ keys, at }: CountedAttempt) => undoIn(db, keys, at),
  };
}

/** An attempt is allowed if all buckets of one set allow it: a known browser isn't blocked by failures of its address. */
function bucketSets({ username, address, isKnownAddress, browserId }: LoginAttempt): Bucket[][] {
  const account = username.toLowerCase();
  const from = addressKey(address);
  const { address: limit, delaysSeconds } = signInLimits;
  const byAddress: Bucket[] = [{ key: `address ${from} ${account}`, limit, delaysSeconds }];
  if (!isKnownAddress) {
    byAddress.push(
      { key: `network ${networkKey(address)} ${account}`, limit: signInLimits.unknownNetwork, isShared: true },
      { key: `unknown ${account}`, limit: signInLimits.unknown, isShared: true },
    );
  }
  if (browserId === undefined) return [byAddress];
  const byBrowser: Bucket[] = [
    { key: `browser ${browserId} ${account}`, limit: signInLimits.browser },
    { key: `browsers ${account}`, limit: signInLimits.browsers },
    { key: `browsers-at ${from} ${account}`, limit: signInLimits.browsersAtAddress },
  ];
  return [byBrowser, byAddress];
}

/** Thrown to roll back the transaction that counts an attempt. */
class MustWait extends Error {
  readonly waitMs: number;
  readonly isShared: boolean;

  constructor(wait: number, isShared: boolean) {
    super("must wait");
    this.waitMs = wait;
    this.isShared = isShared;
  }
}

/** Counts in all buckets or in none. Keys are locked in one order, to avoid deadlocks. */
async function countIn(tx: Tx, buckets: readonly Bucket[], now: number): Promise<CountedAttempt> {
  const sorted = buckets.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const counted: { key: string; attempts: number[] }[] = [];
  let longestWaitMs = 0;
  let isShared = false;
  let at = now;
  for (const bucket of sorted) {
    const { key } = bucket;
    const row = await tx
      .insertInto("login_buckets")
      .values({ key, attempts: [], emptyAt: now })
      // The update without a change locks the row, which serializes attempts on the same key.
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ key }))
      .returning("attempts")
      .executeTakeFirstOrThrow();
    // Another process's clock may be slightly ahead.
    const attempts = row.attempts
      .map((earlier) => Math.min(earlier, now))
      .filter((earlier) => earlier > now - windowMs);
    const wait = waitMs(attempts, now, bucket);
    if (wait > longestWaitMs) isShared = bucket.isShared ?? false;
    longestWaitMs = Math.max(longestWaitMs, wait);
    counted.push({ key, attempts });
    // The time of an attempt is unique, so that `undo` can find it.
    at = Math.max(at, (row.attempts.at(-1) ?? now) + 0.001);
  }
  if (longestWaitMs > 0) throw new MustWait(longestWaitMs, isShared);
  for (const { key, attempts } of counted) {
    await tx
      .updateTable("login_buckets")
      .set({ attempts: [...attempts, at], emptyAt: at + windowMs })
      .where("key", "=", key)
      .execute();
  }
  return { keys: counted.map(({ key }) => key), at };
}

function throttleError({ waitMs: wait, isShared }: MustWait): HttpError {
  const retryAfterSeconds = Math.ceil(wait / 1_000);
  const message = isShared ? tooManyFailuresElsewhere(retryAfterSeconds) : tooManyFailures(retryAfterSeconds);
  return httpError("auth/too-many-attempts", { retryAfterSeconds, message });
}

/** Deletes expired buckets, more for each attempt than an attempt can add. */
async function purge(db: Database, now: number): Promise<void> {
  await sql`
    delete from login_buckets where key = any(array(
      select key from login_buckets where "emptyAt" <= ${now} limit ${purgeBatchSize} for update skip locked))`.execute(
    db,
  );
}
