import { pinLimits } from "@gatehouse/contract/entities/auth/pin";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { SteadyTime } from "../../platform/database/steady-time.ts";

const { maxWrong, windowSeconds } = pinLimits;

/** A counted attempt whose PIN is not checked yet. */
export interface PinAttempt {
  readonly userId: number;
  /** Identifies the attempt, to undo it. */
  readonly at: number;
  /** How many more attempts are left if this one is wrong. */
  readonly left: number;
}

/** Limits wrong PINs of one person, from all addresses together. */
export interface PinAttempts {
  /** Counts an attempt before its PIN is checked, so that concurrent attempts count too; undefined if the PIN is locked. */
  count(userId: number): Promise<PinAttempt | undefined>;
  /** After a correct PIN: removes its attempt, and wrong ones before the window. */
  undo(attempt: PinAttempt): Promise<void>;
}

/** Stores the attempts in the database, for all server processes and across restarts. */
export function createPinAttempts(db: Database, time: SteadyTime): PinAttempts {
  return {
    count: async (userId) => {
      const now = await time.now();
      // One statement, which locks the row. The time of an attempt is unique, so that `undo` can find it.
      const { rows } = await sql<{ wrongAt: number[] }>`
        insert into pin_attempts as stored ("userId", "wrongAt") values (${userId}, array[${now}::float8])
        on conflict ("userId") do update set "wrongAt" = stored."wrongAt" ||
          greatest(${now}::float8, stored."wrongAt"[cardinality(stored."wrongAt")] + 0.001)
        where cardinality(stored."wrongAt") < ${maxWrong}
        returning "wrongAt"`.execute(db);
      const wrongAt = rows[0]?.wrongAt;
      const at = wrongAt?.at(-1);
      return wrongAt && at !== undefined ? { userId, at, left: maxWrong - wrongAt.length } : undefined;
    },
    undo: async ({ userId, at }) => {
      const windowStart = (await time.now()) - windowSeconds * 1_000;
      await sql`
        update pin_attempts set "wrongAt" = array(
          select wrong from unnest("wrongAt") wrong where wrong <> ${at} and wrong > ${windowStart} order by wrong)
        where "userId" = ${userId}`.execute(db);
    },
  };
}

/** Whether so many wrong PINs were sent that the PIN is locked. */
export const isPinLocked = sql<boolean>`coalesce((
  select cardinality("wrongAt") >= ${maxWrong} from pin_attempts where pin_attempts."userId" = users.id), false)`;

/** Forgets wrong PINs after a sign-in in another way, or when the PIN is replaced. */
export async function unlockPin(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("pin_attempts").where("userId", "=", userId).execute();
}
