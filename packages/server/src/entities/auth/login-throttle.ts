import type { Database } from "../../platform/database.ts";
import { refuse } from "../../platform/refusal.ts";

interface Limit {
  /** Attempts before any waiting begins. */
  free: number;
  longestWaitSeconds: number;
}

const limits = {
  account: { free: 5, longestWaitSeconds: 60 },
  address: { free: 20, longestWaitSeconds: 300 },
} as const satisfies Record<string, Limit>;

const forgottenAfterMs = 15 * 60_000;

/** How long to wait after so many failures in a row: doubling, but never for good. */
export function waitSeconds(failures: number, { free, longestWaitSeconds }: Limit): number {
  return failures < free ? 0 : Math.min(2 ** (failures - free), longestWaitSeconds);
}

interface Attempt {
  username: string;
  address: string;
}

const keysOf = ({ username, address }: Attempt) =>
  [
    { key: `account:${username.toLowerCase()}`, limit: limits.account },
    { key: `address:${address}`, limit: limits.address },
  ] as const;

/** Counts an attempt before its password is looked at, so that many at once count too; refuses while it must wait. */
export async function countAttempt(db: Database, attempt: Attempt, now: Date): Promise<void> {
  const wait = await db.transaction().execute(async (tx) => {
    let longest = 0;
    for (const { key, limit } of keysOf(attempt)) {
      const row = await tx
        .insertInto("login_attempts")
        .values({ key, failures: 0, lastAt: now })
        // Writing the row unchanged takes its lock: attempts on one key go one after another.
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ key }))
        .returning(["failures", "lastAt"])
        .executeTakeFirstOrThrow();
      // One that came a moment later may have got the lock first.
      const sinceMs = Math.max(0, now.getTime() - Date.parse(row.lastAt));
      const failures = sinceMs > forgottenAfterMs ? 0 : row.failures;
      longest = Math.max(longest, waitSeconds(failures, limit) - sinceMs / 1000);
      if (longest > 0) break;
      await tx
        .updateTable("login_attempts")
        .set({ failures: failures + 1, lastAt: now })
        .where("key", "=", key)
        .execute();
    }
    return longest;
  });
  if (wait > 0) {
    const retryAfterSeconds = Math.ceil(wait);
    throw refuse("auth/too-many-attempts", {
      retryAfterSeconds,
      message: `Too many attempts, please try again in ${retryAfterSeconds} s`,
    });
  }
}

/** A success clears the account's record and takes its own attempt off the address's. */
export async function forgetAttempt(db: Database, attempt: Attempt): Promise<void> {
  const [account, address] = keysOf(attempt);
  await db.deleteFrom("login_attempts").where("key", "=", account.key).execute();
  await db
    .updateTable("login_attempts")
    .set((row) => ({ failures: row("failures", "-", 1) }))
    .where("key", "=", address.key)
    .where("failures", ">", 0)
    .execute();
}
