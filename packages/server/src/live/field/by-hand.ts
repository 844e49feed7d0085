import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "@gatehouse/contract/events/command";
import { commandsById } from "../../entities/command/command.store.ts";
import type { Reading, Writing } from "../../platform/database.ts";
import type { CommandRow } from "./field-command.ts";

const lookMs = 25;
const longestWaitMs = 3_000;

/** Puts commands down for whoever leads, in the transaction that names the person. */
export async function queueCommands(tx: Writing, rows: readonly CommandRow[]): Promise<number[]> {
  const stored = await tx
    .insertInto("commands")
    .values(rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.stringify(payload) })))
    .returning("id")
    .execute();
  return stored.map(({ id }) => id);
}

/** A second press this soon means the first one. */
const samePressMs = 2_000;

/** ENG-1: the opening that this person has asked for at this gate just now: who presses twice gets one pulse. */
export async function openedJustNow(tx: Writing, rows: readonly CommandRow[]): Promise<number[]> {
  const opening = rows.find(({ kind }) => kind === "open");
  if (!opening) return [];
  const { gateId, by, at } = opening;
  // Held, so that two presses at once see each other.
  await tx.selectFrom("gates").select("id").where("id", "=", gateId).forNoKeyUpdate().execute();
  const found = await tx
    .selectFrom("commands")
    .select("id")
    .where("gateId", "=", gateId)
    .where("kind", "=", "open")
    .where("by", "=", by)
    .where("at", ">", new Date(at.getTime() - samePressMs).toISOString())
    // One that failed may be tried again at once.
    .where("state", "in", ["queued", "sent", "accepted"])
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  return found.map(({ id }) => id);
}

/** The commands once all of them have ended, or as they stand after a while. */
export async function ended(db: Reading, ids: readonly number[]): Promise<Command[]> {
  const until = performance.now() + longestWaitMs;
  let commands = await commandsById(db, ids);
  while (commands.some(({ endedAt }) => endedAt === null) && performance.now() < until) {
    await pause(lookMs);
    commands = await commandsById(db, ids);
  }
  return commands;
}
