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
