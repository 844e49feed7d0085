import { raiseAlert } from "../../alert/alert.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { barrierAlert } from "../barrier-alert.ts";
import { expireQueued, failUnanswered, type StaleCommand } from "../command.store.ts";

type Parts = Pick<Services, "db" | "clock" | "metrics">;

const checkIntervalMs = 1_000;
/** Leaves time for the leader to expire its commands itself, and for small clock differences. */
const leaderGraceMs = 2_000;
/** Far longer than a device takes to reply and its result takes to be stored. */
const replyGraceMs = 30_000;

/** Ends all commands that were sent without a result: a new leader will never receive their replies. */
export const failAllUnanswered = (parts: Parts): Promise<void> =>
  end(parts, (tx, now) => failUnanswered(tx, { now, isStale: () => true }));

/** Expires these commands if they are still queued. */
export const expireCommands = (parts: Parts, ids: readonly number[], detail: string): Promise<void> =>
  end(parts, (tx, now) => expireQueued(tx, { now, isStale: ({ id }) => ids.includes(id) }, detail));

/**
 * Ends commands that the leader left without a result because it hangs or lost the database. Runs in every process,
 * because it sends nothing.
 */
export function startStaleCommandChecks({ db, clock, log, health, metrics }: Services): BackgroundJob {
  let lastDownMs = Number.NEGATIVE_INFINITY;
  return startJob("stale commands", log, async () => {
    if (!health.isUp()) {
      lastDownMs = clock.monotonicMs();
      return { waitMs: checkIntervalMs };
    }
    // In both directions, because a clock may have been ahead when the command was stored.
    const isOlder =
      (graceMs: number) =>
      ({ at, expiresAt }: { at: string; expiresAt: string }) =>
        Math.abs(clock.elapsedMs(new Date(at))) >= Date.parse(expiresAt) - Date.parse(at) + graceMs;
    await end({ db, clock, metrics }, (tx, now) => expireQueued(tx, { now, isStale: isOlder(leaderGraceMs) }));
    // Results that could not be stored during an outage are stored now.
    if (clock.monotonicMs() - lastDownMs >= replyGraceMs) {
      await end({ db, clock, metrics }, (tx, now) => failUnanswered(tx, { now, isStale: isOlder(replyGraceMs) }));
    }
    return { waitMs: checkIntervalMs };
  });
}

/** Raises the alert of each barrier that was not opened. */
async function end(
  { db, clock, metrics }: Parts,
  endStale: (tx: Tx, now: Date) => Promise<StaleCommand[]>,
): Promise<void> {
  const now = clock.now();
  const ended = await db.transaction().execute(async (tx) => {
    const commands = await endStale(tx, now);
    for (const command of commands) {
      const { state, detail } = command;
      for (const cause of barrierAlert({ command, state, detail })) await raiseAlert(tx, cause, now);
    }
    return commands;
  });
  for (const { kind, state } of ended) metrics.count("gatehouse_commands_total", { kind, result: state });
}
