import type { Outcome } from "@gatehouse/engine/decision/outcome";
import { raiseAlert } from "../alerts/alert.store.ts";
import { toCommandRecords } from "../commands/command-payload.ts";
import { type CommandRecord, isReleasedByServer, type StoredCommand, toRelease } from "../commands/command-record.ts";
import { enqueue } from "../integrations/outbox.ts";
import type { Site } from "../site/site-cache.ts";
import { moveVariables, type Step } from "../variables/variable-ledger.store.ts";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import { sortedUnique } from "./sorted-unique.ts";
import {
  countSightings,
  markSeen,
  notifyCommands,
  notifyEvents,
  storeCommands,
  storeEvents,
  storePassages,
  storeReleases,
  storeSlotReports,
  storeUses,
} from "./statements.ts";

type Run = PipelinedTransaction["run"];

/** An outcome with the time by which another process may still send its commands (SAFE-5). */
export interface StoredOutcome extends Outcome {
  readonly sendBy: Date;
}

type Outcomes = readonly StoredOutcome[];

// A notice of PostgreSQL has room for 8,000 bytes.
const idsInNotice = 500;

/** Writes everything down that the outcomes say; gives the commands, which nobody has heard of before this is stored. */
export async function persistOutcomes(
  { run, tx }: PipelinedTransaction,
  { site, isLeading }: { site: Site; isLeading: boolean },
  outcomes: Outcomes,
): Promise<StoredCommand[]> {
  const rows = outcomes.flatMap((outcome) =>
    isLeading ? toCommandRecords(site, outcome, "sent") : queuedRows(site, outcome),
  );
  // Sent together: none of them needs to know what another came to.
  const [commands] = await Promise.all([
    keepCommands(run, rows),
    isLeading && keepReleases(run, rows),
    run(storeEvents, [JSON.stringify(outcomes.map(({ event }) => event))]),
    keepPassages(run, outcomes),
    keepSightings(run, outcomes),
    keepSeen(run, outcomes),
    keepUses(run, outcomes),
    keepSlotReports(run, outcomes),
    tell(run, outcomes),
  ]);
  const steps = outcomes.flatMap(({ event, steps }) =>
    steps.map((step): Step => ({ ...step, kind: "event", at: event.receivedAt, eventId: event.id })),
  );
  if (steps.length > 0) await moveVariables(tx, steps);
  for (const { event, messages, alerts } of outcomes) {
    for (const message of messages) await enqueue(tx, message, event.receivedAt);
    for (const alert of alerts) await raiseAlert(tx, alert, event.receivedAt);
  }
  return commands;
}

/** Commands for another process, which cannot know whether their push was refused meanwhile: they expire before that. */
function queuedRows(site: Site, outcome: StoredOutcome): CommandRecord[] {
  const { sendBy } = outcome;
  return toCommandRecords(site, outcome, "queued").map((row) =>
    row.expiresAt > sendBy ? { ...row, expiresAt: sendBy } : row,
  );
}

/** Writes commands down before anyone hears of them: what is handed over is sent at most once. */
async function keepCommands(run: Run, rows: readonly CommandRecord[]): Promise<StoredCommand[]> {
  if (rows.length === 0) return [];
  const [stored] = await Promise.all([
    run<{ id: number; eventId: number; targetKind: string; targetId: number }>(storeCommands, [JSON.stringify(rows)]),
    run(notifyCommands, []),
  ]);
  const idOf = new Map(stored.map((row) => [`${row.eventId} ${row.targetKind} ${row.targetId}`, row.id]));
  return rows.map((row) => ({ ...row, id: idOf.get(`${row.eventId} ${row.targetKind} ${row.targetId}`) ?? 0 }));
}

async function keepReleases(run: Run, rows: readonly CommandRecord[]): Promise<void> {
  const releases = rows.filter(isReleasedByServer).map(toRelease);
  if (releases.length === 0) return;
  await run(storeReleases, [
    releases.map(({ host }) => host),
    releases.map(({ port }) => port),
    releases.map(({ relayNumber }) => relayNumber),
    releases.map(({ driver }) => driver),
    releases.map(({ dueAt }) => dueAt),
  ]);
}

async function keepPassages(run: Run, outcomes: Outcomes): Promise<void> {
  // The last word on each passage is the one that counts.
  const passages = new Map(
    outcomes.flatMap(({ passage }) => (passage ? [[`${passage.gateId} ${passage.vehicle}`, passage] as const] : [])),
  );
  if (passages.size > 0) await run(storePassages, [JSON.stringify([...passages.values()])]);
}

async function keepSightings(run: Run, outcomes: Outcomes): Promise<void> {
  const joined = Map.groupBy(
    outcomes.flatMap(({ joined }) => joined ?? []),
    ({ eventId }) => eventId,
  );
  if (joined.size === 0) return;
  const passages = [...joined.values()].sort(([one], [other]) => (one?.eventId ?? 0) - (other?.eventId ?? 0));
  await run(countSightings, [
    passages.map(([first]) => first?.eventId),
    passages.map(([first]) => first?.occurredAt),
    passages.map(({ length }) => length),
  ]);
}

async function keepSeen(run: Run, outcomes: Outcomes): Promise<void> {
  const seen = sortedUnique(outcomes.flatMap(({ event }) => event.identifierId ?? []));
  if (seen.length > 0) await run(markSeen, [seen, outcomes[0]?.event.receivedAt]);
}

async function keepUses(run: Run, outcomes: Outcomes): Promise<void> {
  const uses = outcomes.flatMap(({ event, reservationUse }) => (reservationUse ? [{ event, ...reservationUse }] : []));
  if (uses.length === 0) return;
  await run(storeUses, [
    uses.map(({ reservationId }) => reservationId),
    uses.map(({ event }) => event.id),
    uses.map(({ direction }) => direction),
    uses.map(({ event }) => event.receivedAt),
  ]);
}

async function keepSlotReports(run: Run, outcomes: Outcomes): Promise<void> {
  const reportedAt = new Map(
    outcomes.flatMap(({ slotReports }) => slotReports.map(({ variableId, at }) => [variableId, at] as const)),
  );
  if (reportedAt.size === 0) return;
  const ids = sortedUnique([...reportedAt.keys()]);
  await run(storeSlotReports, [ids, ids.map((id) => reportedAt.get(id))]);
}

async function tell(run: Run, outcomes: Outcomes): Promise<void> {
  const ids = outcomes.flatMap(({ event, joined }) => (joined ? [event.id, joined.eventId] : [event.id]));
  const notices = Array.from({ length: Math.ceil(ids.length / idsInNotice) }, (_, part) =>
    ids.slice(part * idsInNotice, (part + 1) * idsInNotice).join(","),
  );
  await Promise.all(notices.map((notice) => run(notifyEvents, [notice])));
}
