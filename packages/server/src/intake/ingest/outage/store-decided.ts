import { findIn } from "@gatehouse/contract/collections";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import { raiseAlert } from "../../../alert/alert.store.ts";
import { barrierAlert } from "../../../gate/barrier-alert.ts";
import { type CommandResult, reopenUnanswered, saveCommandResults } from "../../../gate/command.store.ts";
import type { CommandRecord, StoredCommand } from "../../../gate/command-record.ts";
import type { Site } from "../../../gate/site-cache.ts";
import type { Database } from "../../../platform/database/database.ts";
import { lockPresence } from "../access-statements.ts";
import { dropDuplicates, findStoredIds, loadEventKeys, saveKeys, takeIds } from "../deduplicate.ts";
import { dependsOnPresence } from "../load-access.ts";
import { saveOutcomes } from "../persist-outcomes.ts";
import { inPipelinedTransaction, type PipelinedTransaction } from "../pipelined-transaction.ts";
import { findCommandsOf, insertCommands, lockGates, sortedUnique } from "../statements.ts";
import { type DecidedRecord, type SpooledEvent, withStoredIds } from "./spooled-record.ts";

/** The ids that were assigned to provisional ones. */
export interface AssignedIds {
  readonly events: Map<number, number>;
  readonly commands: Map<number, number>;
}

/** An event that was decided without the database and is stored now. */
export interface StoredDecision {
  readonly event: SpooledEvent;
  readonly outcome: Outcome;
}

interface Parts {
  readonly db: Database;
  readonly site: Site;
  readonly ids: AssignedIds;
  /** Known results, by the provisional id of their command. */
  readonly results: ReadonlyMap<number, CommandResult>;
}

/** Stores decided events in one transaction, as they were decided. Those that are stored already only get their commands. */
export async function storeDecided(parts: Parts, records: readonly DecidedRecord[]): Promise<StoredDecision[]> {
  const { db, site, ids, results } = parts;
  const stored = await inPipelinedTransaction(db, async (transaction) => {
    const { run, tx } = transaction;
    await lock(transaction, site, records);
    const assigned: AssignedIds = { events: new Map(ids.events), commands: new Map() };
    const events = records.map(({ event }) => event);
    const [storedKeys, newIds] = await Promise.all([loadEventKeys(run, events), takeIds(run, events)]);
    const added = dropDuplicates(events, storedKeys, newIds);
    await saveKeys(run, added);
    const idOf = new Map(added.map(({ queued, event }) => [queued, event.id]));
    const earlier = await findStoredIds(
      run,
      events.filter((event) => !idOf.has(event)),
    );
    for (const { event, outcome } of records) {
      const id = idOf.get(event) ?? earlier.get(event);
      if (id !== undefined) assigned.events.set(outcome.event.id, id);
    }
    const isNew = ({ event }: DecidedRecord) => idOf.has(event);
    const decisions = records.filter(isNew).map((record) => toDecision(site, record, assigned.events));
    const rows = (which: readonly DecidedRecord[]) =>
      which.flatMap(({ commands }) => commands.map((command) => withStoredIds(toRow(command), assigned.events)));
    if (decisions.length > 0) {
      await saveOutcomes(
        transaction,
        { site, rows: rows(records.filter(isNew)), releasing: [] },
        decisions.map(({ outcome }) => outcome),
        {
          revisedIds: new Set(),
          reports: decisions.map(({ event, outcome }) => ({ queued: event, event: outcome.event })),
        },
      );
    }
    await addMissingCommands(run, rows(records.filter((record) => !isNew(record))));
    await findCommandIds(run, records, assigned);
    const saved = await saveResults(tx, records, assigned, results);
    return { decisions, assigned, saved };
  });
  for (const [provisional, id] of stored.assigned.events) ids.events.set(provisional, id);
  for (const [provisional, id] of stored.assigned.commands) ids.commands.set(provisional, id);
  // A result that arrived during the transaction found its command not stored yet.
  const isLate = records.some(({ commands }) => commands.some(({ id }) => results.has(id) && !stored.saved.has(id)));
  if (isLate) await db.transaction().execute((tx) => saveResults(tx, records, stored.assigned, results));
  return stored.decisions;
}

/** In the order of every batch, to avoid deadlocks: gates, presence. */
async function lock({ run }: PipelinedTransaction, site: Site, records: readonly DecidedRecord[]): Promise<void> {
  const gateIds = sortedUnique(records.map(({ outcome }) => outcome.gateId).filter((id) => id !== null));
  await Promise.all([
    gateIds.length > 0 && run(lockGates, [gateIds]),
    dependsOnPresence(site) && run(lockPresence, []),
  ]);
}

function toDecision(site: Site, { event, outcome }: DecidedRecord, ids: ReadonlyMap<number, number>): StoredDecision {
  const { gateId, passage, joined, ...rest } = withStoredIds(outcome, ids);
  return {
    event,
    outcome: {
      ...rest,
      gate: findIn(site.gates, gateId) ?? null,
      // The id is unknown if the process ended while the spool was stored; then the passage is over.
      ...(passage && passage.eventId !== null && { passage }),
      ...(joined && joined.eventId !== null && { joined }),
    },
  };
}

function toRow(command: DecidedRecord["commands"][number]): CommandRecord {
  const { id: _, ...row } = command;
  return row;
}

const keyOf = ({ eventId, targetKind, targetId }: Pick<StoredCommand, "eventId" | "targetKind" | "targetId">) =>
  `${eventId} ${targetKind} ${targetId}`;

type StoredKey = Pick<StoredCommand, "id" | "eventId" | "targetKind" | "targetId">;

/** A batch whose commit was not confirmed has stored its commands, but they were sent by the decision in the spool. */
async function addMissingCommands(run: PipelinedTransaction["run"], rows: readonly CommandRecord[]): Promise<void> {
  if (rows.length === 0) return;
  const stored = await run<StoredKey>(findCommandsOf, [rows.map(({ eventId }) => eventId)]);
  const known = new Set(stored.map(keyOf));
  const missing = rows.filter((row) => row.eventId !== null && !known.has(keyOf(row)));
  if (missing.length > 0) await run(insertCommands, [JSON.stringify(missing)]);
}

async function findCommandIds(
  run: PipelinedTransaction["run"],
  records: readonly DecidedRecord[],
  assigned: AssignedIds,
): Promise<void> {
  const commands = records.flatMap((record) => record.commands);
  if (commands.length === 0) return;
  const eventIdOf = ({ eventId }: Pick<StoredCommand, "eventId">) => findIn(assigned.events, eventId) ?? null;
  const stored = await run<StoredKey>(findCommandsOf, [
    sortedUnique(commands.map(eventIdOf).filter((id) => id !== null)),
  ]);
  const ids = new Map(stored.map((row) => [keyOf(row), row.id]));
  for (const command of commands) {
    const id = ids.get(keyOf({ ...command, eventId: eventIdOf(command) }));
    if (id !== undefined) assigned.commands.set(command.id, id);
  }
}

async function saveResults(
  tx: PipelinedTransaction["tx"],
  records: readonly DecidedRecord[],
  assigned: AssignedIds,
  results: Parts["results"],
): Promise<ReadonlySet<number>> {
  const ended = records.flatMap(({ commands }) =>
    commands.flatMap((command) => {
      const result = results.get(command.id);
      const id = assigned.commands.get(command.id);
      return result && id !== undefined ? [{ command, result: { ...result, id } }] : [];
    }),
  );
  const savedIds = new Set(ended.map(({ command }) => command.id));
  if (ended.length === 0) return savedIds;
  await reopenUnanswered(
    tx,
    ended.map(({ result }) => result.id),
  );
  const saved = await saveCommandResults(
    tx,
    ended.map(({ result }) => result),
  );
  for (const { command, result } of ended.filter(({ result }) => saved.has(result.id))) {
    for (const cause of barrierAlert({ command, ...result })) await raiseAlert(tx, cause, result.at);
  }
  return savedIds;
}
