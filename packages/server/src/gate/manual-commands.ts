import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "@gatehouse/contract/events/command";
import { sql } from "kysely";
import { raiseAlert } from "../alert/alert.store.ts";
import type { Clock } from "../platform/clock.ts";
import { notifyChange, notifyCommands } from "../platform/database/channels.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Call } from "../platform/http/call.ts";
import type { Services } from "../platform/services.ts";
import { barrierAlert } from "./barrier-alert.ts";
import { loadCommandsById } from "./command.store.ts";
import { type CommandOrigins, callerGone, whyStale } from "./command-origins.ts";
import type { CommandRecord } from "./command-record.ts";
import { expireCommands } from "./hardware/stale-commands.ts";

const pollIntervalMs = 25;
const maxWaitMs = 3_000;

/** The parts of a call that a manual command needs. */
export type ManualCall = Pick<Call<unknown>, "person" | "caller" | "read" | "write">;

interface Parts {
  readonly services: Pick<Services, "db" | "clock" | "metrics">;
  readonly origins: CommandOrigins;
}

/** Queues manual commands for the process that drives the hardware, and waits a limited time for their results. */
export async function sendManualCommands(
  call: ManualCall,
  { services, origins }: Parts,
  rows: readonly CommandRecord[],
  /** Checks and writes in the transaction of new commands. */
  together: (tx: Tx) => Promise<void> = async () => {},
): Promise<Command[]> {
  const { clock } = services;
  const { arrival } = call.caller;
  const ids = await call.write(async (tx) => {
    const repeated = await findRepeatedPress(tx, rows, clock);
    if (repeated.length > 0) return repeated;
    // Checked here, after everything that the request may have waited for.
    const [first] = rows;
    const stale = first && whyStale({ ...first, origin: arrival }, clock);
    if (stale !== undefined) return insertExpired(tx, rows, stale, clock.now());
    await together(tx);
    const stored = await insertCommands(tx, rows);
    // Before the commit, so that this process finds it when it claims the command.
    origins.save(stored, arrival);
    await sql`select ${notifyCommands()}, ${notifyChange("commands")}`.execute(tx);
    return stored;
  });
  return waitForResults(call, services, ids);
}

type Inserted = CommandRecord & { readonly detail?: string; readonly endedAt?: Date };

async function insertCommands(tx: Tx, rows: readonly Inserted[]): Promise<number[]> {
  const stored = await tx
    .insertInto("commands")
    .values(rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.stringify(payload) })))
    .returning("id")
    .execute();
  return stored.map(({ id }) => id);
}

/** Stores commands that are not sent, and raises the alert of a barrier that was not opened. */
async function insertExpired(tx: Tx, rows: readonly CommandRecord[], detail: string, now: Date): Promise<number[]> {
  const state = "expired";
  const ids = await insertCommands(
    tx,
    rows.map((row) => ({ ...row, state, detail, endedAt: now })),
  );
  for (const cause of rows.flatMap((command) => barrierAlert({ command, state, detail })))
    await raiseAlert(tx, cause, now);
  await sql`select ${notifyChange("commands")}`.execute(tx);
  return ids;
}

/** A second press within this time repeats the first one. */
const repeatedPressMs = 2_000;

/**
 * Finds the open command that the same person just requested for this barrier, at a gate or as a test. For
 * an event that of anybody, because they see the same card, but not that of the vehicle before.
 */
async function findRepeatedPress(tx: Tx, rows: readonly CommandRecord[], clock: Clock): Promise<number[]> {
  const opening = rows.find(({ kind }) => kind === "open");
  if (!opening) return [];
  const { targetKind, targetId, by, at, eventId } = opening;
  // Locked, so that concurrent presses see each other's command.
  await tx.selectFrom("boom_barriers").select("id").where("id", "=", targetId).forNoKeyUpdate().execute();
  const last = await tx
    .selectFrom("commands")
    .select(["id", "at", "endedAt"])
    .where("kind", "=", "open")
    .where("targetKind", "=", targetKind)
    .where("targetId", "=", targetId)
    .where((command) =>
      eventId === null
        ? command("by", "=", by)
        : command.and([command("eventId", "=", eventId), command("by", "is not", null)]),
    )
    // A failed command may be retried at once.
    .where("state", "in", ["queued", "sent", "accepted"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // In both directions, because after the clock was stepped back an earlier press is in the future.
  const isRecent = last && Math.abs(clock.elapsedMs(new Date(last.at), at)) < repeatedPressMs;
  const isPending = last && eventId !== null && last.endedAt === null;
  return isRecent || isPending ? [last.id] : [];
}

/** Returns the commands when all have ended, or their state after the maximum wait. */
async function waitForResults(
  { read, caller: { arrival } }: ManualCall,
  services: Parts["services"],
  ids: readonly number[],
): Promise<Command[]> {
  const until = performance.now() + maxWaitMs;
  let commands = await loadCommandsById(read, ids);
  while (commands.some(({ endedAt }) => endedAt === null) && performance.now() < until) {
    // If another process drives the hardware, only this one sees that the caller disconnected.
    if (arrival.isCallerGone()) {
      await expireCommands(services, ids, callerGone);
      return loadCommandsById(read, ids);
    }
    await pause(pollIntervalMs);
    commands = await loadCommandsById(read, ids);
  }
  return commands;
}
