import { raiseAlert } from "../alerts/alert.store.ts";
import { endUnanswered, expireQueued, type StaleCommand } from "../commands/command.store.ts";
import { maxCommandAgeMs } from "../commands/command-record.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";
import { barrierAlert } from "./barrier-alert.ts";

type Parts = Pick<Services, "db" | "clock">;

const lookMs = 1_000;
/** Whoever leads expires its commands itself; another process, whose clock may differ a little, only what is left. */
const leftBehindMs = 2_000;
/** Far longer than a device is waited for and its answer takes to be written down. */
const unheardAfterMs = 30_000;

/** Ends everything that was sent and has no answer: by whoever begins to lead, and so will never hear it. */
export const endAllUnanswered = (parts: Parts): Promise<void> =>
  end(parts, (tx, now) => endUnanswered(tx, { now, isLost: () => true }));

/** Ends these commands, if they still wait. */
export const expireCommands = (parts: Parts, ids: readonly number[], detail: string): Promise<void> =>
  end(parts, (tx, now) => expireQueued(tx, { now, isLost: ({ id }) => ids.includes(id) }, detail));

/**
 * Ends what nobody will send or hear of any more: the one who leads hangs, or was cut off from the database between a
 * command and its end. Runs in every process, because it sends nothing.
 */
export function startStaleCommandChecks({ db, clock, log }: Services): BackgroundJob {
  return startJob("commands left behind", log, async () => {
    // Both ways, because a clock may have been ahead when the command was stored.
    const isOlder = (ms: number) => (command: { at: string }) =>
      Math.abs(clock.elapsedMs(new Date(command.at))) >= maxCommandAgeMs + ms;
    await end({ db, clock }, (tx, now) => expireQueued(tx, { now, isLost: isOlder(leftBehindMs) }));
    await end({ db, clock }, (tx, now) => endUnanswered(tx, { now, isLost: isOlder(unheardAfterMs) }));
    return { waitMs: lookMs };
  });
}

/** ENG-6: a barrier that was not opened has its alert, however that came about. */
async function end({ db, clock }: Parts, ending: (tx: Tx, now: Date) => Promise<StaleCommand[]>): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    for (const command of await ending(tx, now)) {
      const { state, detail } = command;
      for (const cause of barrierAlert({ command, state, detail })) await raiseAlert(tx, cause, now);
    }
  });
}
