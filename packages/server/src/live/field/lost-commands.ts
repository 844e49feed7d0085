import { raiseAlert } from "../../entities/alert/alert.store.ts";
import { endUnheard, expireQueued, type LostCommand } from "../../entities/command/command.store.ts";
import type { Writing } from "../../platform/database.ts";
import type { Services } from "../../platform/services.ts";
import { type Repeating, repeat } from "../repeat.ts";
import { barrierAlert } from "./barrier-alert.ts";

type Parts = Pick<Services, "db" | "clock">;

const lookMs = 1_000;
/** Whoever leads expires its commands itself; another process, whose clock may differ a little, only what is left. */
const leftBehindMs = 2_000;
/** Far longer than a device is waited for and its answer takes to be written down. */
const unheardAfterMs = 30_000;

/** Ends what waits and must not be sent any more. */
export const expireLate = (parts: Parts, lateMs = 0): Promise<void> =>
  end(parts, (tx, now) => expireQueued(tx, new Date(now.getTime() - lateMs), now));

/** Ends everything that was sent and has no answer: by whoever begins to lead, and so will never hear it. */
export const endEveryUnheard = (parts: Parts): Promise<void> =>
  end(parts, (tx, now) => endUnheard(tx, "infinity", now));

/**
 * Ends what nobody will send or hear of any more: the one who leads hangs, or was cut off from the database between a
 * command and its end. Runs in every process, because it sends nothing.
 */
export function startCommandWatch({ db, clock, log }: Services): Repeating {
  return repeat("commands left behind", log, async () => {
    await expireLate({ db, clock }, leftBehindMs);
    await end({ db, clock }, (tx, now) => endUnheard(tx, new Date(now.getTime() - unheardAfterMs), now));
    return { waitMs: lookMs };
  });
}

/** ENG-6: a barrier that was not opened has its alert, however that came about. */
async function end({ db, clock }: Parts, ending: (tx: Writing, now: Date) => Promise<LostCommand[]>): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    for (const command of await ending(tx, now)) {
      const { state, detail } = command;
      for (const cause of barrierAlert({ command, state, detail })) await raiseAlert(tx, cause, now);
    }
  });
}
