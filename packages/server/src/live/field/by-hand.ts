import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "@gatehouse/contract/events/command";
import { sql } from "kysely";
import { raiseAlert } from "../../entities/alert/alert.store.ts";
import { commandsById } from "../../entities/command/command.store.ts";
import type { Call } from "../../platform/call.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Writing } from "../../platform/database.ts";
import type { Services } from "../../platform/services.ts";
import { barrierAlert } from "./barrier-alert.ts";
import { type CommandOrigins, callerGone, whyStale } from "./command-origins.ts";
import type { CommandRow } from "./field-command.ts";
import { expireCommands } from "./lost-commands.ts";

const lookMs = 25;
const longestWaitMs = 3_000;

/** What a manual command needs of its call. */
export type ManualCall = Pick<Call<unknown>, "person" | "caller" | "read" | "write">;

interface Parts {
  readonly services: Pick<Services, "db" | "clock">;
  readonly origins: CommandOrigins;
}

/** Stores manual commands for the process that drives the field, and waits a while for their results. */
export async function commandByHand(
  call: ManualCall,
  { services, origins }: Parts,
  rows: readonly CommandRow[],
): Promise<Command[]> {
  const { clock } = services;
  const { arrival } = call.caller;
  const ids = await call.write(async (tx) => {
    const same = await pressedJustNow(tx, rows, clock);
    if (same.length > 0) return same;
    // SAFE-3: asked here, after everything that the request may have waited for.
    const [first] = rows;
    const stale = first && whyStale({ ...first, origin: arrival }, clock);
    if (stale !== undefined) return insertExpired(tx, rows, stale, clock.now());
    const stored = await insertCommands(tx, rows);
    // Before the commit, so that the claim of this process finds it.
    origins.save(stored, arrival);
    await sql`select pg_notify('gatehouse_commands', 'queued'), pg_notify('gatehouse_changes', 'commands')`.execute(tx);
    return stored;
  });
  return resultsOf(call, services, ids);
}

type Inserted = CommandRow & { readonly detail?: string; readonly endedAt?: Date };

async function insertCommands(tx: Writing, rows: readonly Inserted[]): Promise<number[]> {
  const stored = await tx
    .insertInto("commands")
    .values(rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.stringify(payload) })))
    .returning("id")
    .execute();
  return stored.map(({ id }) => id);
}

/** Records commands that are not sent, with the alert of a barrier that was not opened. */
async function insertExpired(tx: Writing, rows: readonly CommandRow[], detail: string, now: Date): Promise<number[]> {
  const state = "expired";
  const ids = await insertCommands(
    tx,
    rows.map((row) => ({ ...row, state, detail, endedAt: now })),
  );
  for (const cause of rows.flatMap((command) => barrierAlert({ command, state, detail })))
    await raiseAlert(tx, cause, now);
  await sql`select pg_notify('gatehouse_changes', 'commands')`.execute(tx);
  return ids;
}

/** A second press this soon means the first one. */
const samePressMs = 2_000;

/** ENG-1: the opening of this barrier that the same person has just requested, at a gate or as a test. */
async function pressedJustNow(tx: Writing, rows: readonly CommandRow[], clock: Clock): Promise<number[]> {
  const opening = rows.find(({ kind }) => kind === "open");
  if (!opening) return [];
  const { targetKind, targetId, by, at } = opening;
  // Locked, so that concurrent presses see each other's command.
  await tx.selectFrom("boom_barriers").select("id").where("id", "=", targetId).forNoKeyUpdate().execute();
  const last = await tx
    .selectFrom("commands")
    .select(["id", "at"])
    .where("kind", "=", "open")
    .where("targetKind", "=", targetKind)
    .where("targetId", "=", targetId)
    .where("by", "=", by)
    // One that failed may be tried again at once.
    .where("state", "in", ["queued", "sent", "accepted"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // SAFE-2: both ways, because after a step back of the clock an old press is in the future.
  const isSame = last && Math.abs(clock.elapsedMs(new Date(last.at), at)) < samePressMs;
  return isSame ? [last.id] : [];
}

/** The commands once all of them have ended, or as they stand after a while. */
async function resultsOf(
  { read, caller: { arrival } }: ManualCall,
  services: Parts["services"],
  ids: readonly number[],
): Promise<Command[]> {
  const until = performance.now() + longestWaitMs;
  let commands = await commandsById(read, ids);
  while (commands.some(({ endedAt }) => endedAt === null) && performance.now() < until) {
    // SAFE-3: if another process drives the field, only this one sees that the caller is gone.
    if (arrival.isCallerGone()) {
      await expireCommands(services, ids, callerGone);
      return commandsById(read, ids);
    }
    await pause(lookMs);
    commands = await commandsById(read, ids);
  }
  return commands;
}
