import { findIn } from "@gatehouse/contract/collections";
import { findGate, findOpeningReader, toRead } from "@gatehouse/engine/decision/access-event";
import { decideEvent } from "@gatehouse/engine/decision/decide-event";
import { applyOutcome, type RunningContext } from "@gatehouse/engine/decision/decision-context";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import { applyRevision, isRevision, type Revision, reviseEvent } from "@gatehouse/engine/decision/revise-event";
import type { StoredCommand } from "../../gate/command-record.ts";
import type { Site } from "../../gate/site-cache.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FreshEvents } from "../fresh-events.ts";
import { lockPresence } from "./access-statements.ts";
import { dropDuplicates, loadEventKeys, type NewEvent, takeIds } from "./deduplicate.ts";
import { dependsOnPresence, loadAccess, loadPasses, loadTagsBefore } from "./load-access.ts";
import { listVehicleKeys, loadMatches, loadPassages, loadReaderPassages, loadSlotValues } from "./load-context.ts";
import { persistOutcomes, type StoredOutcome } from "./persist-outcomes.ts";
import { inPipelinedTransaction, type PipelinedTransaction } from "./pipelined-transaction.ts";
import type { QueuedEvent } from "./queued-event.ts";
import { lockGates, lockReaders, lockVariables, sortedUnique } from "./statements.ts";
import {
  isTracked,
  loadTrackedReads,
  removeDecisions,
  saveCorrections,
  type TrackedEvent,
  type TrackedRead,
} from "./tracked-reads.ts";

/** The outcomes of a batch, and the commands to send right away. */
export interface StoredBatch {
  readonly outcomes: readonly Decided[];
  /** Reports that corrected a stored event. */
  readonly corrections: readonly QueuedEvent[];
  readonly commands: readonly StoredCommand[];
}

/** Receives what was stored, to measure the quality of reads and clocks. Must not wait or fail. */
export interface StoredReads {
  observe(stored: StoredBatch["outcomes"]): void;
}

interface Decided {
  readonly queued: QueuedEvent;
  readonly outcome: StoredOutcome;
  /** The stored read that was decided again; undefined for a new event. */
  readonly revised?: TrackedRead | undefined;
}

/** Dependencies of `storeBatch`. */
export interface BatchParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly site: Site;
  /** Whether this process sends the commands itself; otherwise they are queued for the leader. */
  readonly isLeading: boolean;
  readonly freshEvents?: FreshEvents | undefined;
}

/** Decides a batch of events and stores everything about them in one transaction. */
export function storeBatch(parts: BatchParts, events: readonly QueuedEvent[]): Promise<StoredBatch> {
  const { db, site, isLeading } = parts;
  return inPipelinedTransaction(db, async (transaction) => {
    const { run } = transaction;
    const { newEvents, updates, context } = await loadContext(transaction, parts, events);
    if (newEvents.length === 0 && updates.length === 0) return { outcomes: [], corrections: [], commands: [] };
    const added = newEvents.map(({ queued, event }): Decided => ({ queued, outcome: decide(site, context, event) }));
    const revisions = updates.map((update) => ({ ...update, revision: revise(site, context, update) }));
    const revised = revisions.flatMap(({ queued, stored, revision }): Decided[] =>
      revision.kind === "decided" ? [{ queued, outcome: withDeadline(revision.outcome, queued), revised: stored }] : [],
    );
    const decided = [...added, ...revised];
    const outcomes = decided.map(({ outcome }) => outcome);
    const revisedIds = new Set(revised.map(({ outcome }) => outcome.event.id));
    await removeDecisions(run, [...revisedIds]);
    await saveCorrections(
      run,
      revisions.flatMap(({ revision }) => (revision.kind === "corrected" ? [revision] : [])),
    );
    // Checked again right before anything is stored.
    if (decided.some(({ queued, outcome }) => outcome.event.timing === "live" && queued.deadline.isOver())) {
      throw Object.assign(new Error("a push was refused before its events were stored"), { code: pushRefused });
    }
    parts.freshEvents?.add(added.map(({ outcome }) => outcome.event));
    const reports = [
      ...added.map(({ queued, outcome }) => ({ queued, event: outcome.event })),
      ...updates.map(({ queued, stored }) => ({ queued, event: stored })),
    ];
    const commands = await persistOutcomes(transaction, { site, isLeading }, outcomes, {
      newEvents,
      revisedIds,
      reports,
    });
    return {
      outcomes: decided,
      corrections: revisions.filter(({ revision }) => revision.kind !== "decided").map(({ queued }) => queued),
      commands: isLeading ? withOrigins(commands, decided) : [],
    };
  });
}

/** Code of the error that rolls a batch back for a retry, because a push in it was rejected. */
export const pushRefused = "PUSH_REFUSED";

/** Another process must send a command this long before its push would be rejected. */
const sendingMs = 500;

/** An event of a rejected push is stored as late, and opens nothing. */
const lateIfRejected = <Event extends QueuedEvent>(event: Event): Event =>
  event.timing === "live" && event.deadline.isOver() ? { ...event, timing: "late" } : event;

const withDeadline = (outcome: Outcome, { answerBy }: QueuedEvent): StoredOutcome => ({
  ...outcome,
  sendBy: new Date(answerBy.getTime() - sendingMs),
});

function decide(site: Site, context: RunningContext, event: NewEvent["event"]): StoredOutcome {
  const outcome = decideEvent(site, context, lateIfRejected(event));
  applyOutcome(context, outcome);
  return withDeadline(outcome, event);
}

/** Applies a later report of a vehicle to its stored read. */
function revise(site: Site, context: RunningContext, { queued, stored }: Update): Revision {
  const revision = reviseEvent(site, context, stored, lateIfRejected({ ...queued, id: stored.id }));
  applyRevision(context, stored, revision);
  return revision;
}

/** The age of an automatic command counts from the arrival of its push. */
function withOrigins(commands: readonly StoredCommand[], decided: readonly Decided[]): StoredCommand[] {
  const receivedMs = new Map(decided.map(({ queued, outcome }) => [outcome.event.id, queued.receivedMs]));
  return commands.map((command) => {
    const monotonicMs = findIn(receivedMs, command.eventId);
    if (monotonicMs === undefined) return command;
    return { ...command, origin: { monotonicMs, isCallerGone: () => false } };
  });
}

/** A later report of a vehicle, and its stored read. */
interface Update {
  readonly queued: TrackedEvent;
  readonly stored: TrackedRead;
}

type Run = PipelinedTransaction["run"];

const isAccess = ({ module }: QueuedEvent) => module === "ANPR_ACCESS_CONTROL" || module === "RFID_ACCESS_CONTROL";

/** Whether an event is stored under the lock of presence. A loop of a gate confirms passages. */
export const locksPresence = (site: Site, event: QueuedEvent): boolean =>
  (isAccess(event) || event.module === "LOOP_DETECTOR") && dependsOnPresence(site);

/**
 * Drops duplicates and loads what the decisions depend on, under locks held until everything is stored. Every batch locks
 * in the same order to avoid deadlocks: gates, readers, presence, passes, reservations, slots, keys, variables.
 */
async function loadContext(
  { run }: PipelinedTransaction,
  { site, clock }: BatchParts,
  events: readonly QueuedEvent[],
): Promise<{ newEvents: NewEvent[]; updates: Update[]; context: RunningContext }> {
  const access = events.filter(isAccess);
  const gateIds = sortedUnique(access.map(({ source }) => findGate(site, source)?.id).filter((id) => id !== undefined));
  const readerIds = sortedUnique(
    access.map(({ source }) => findOpeningReader(site, source)?.id).filter((id) => id !== undefined),
  );
  // Most vehicles have no key but their plate or tag.
  const likely = listPassagesAtGates(site, access, ({ normalized }) => [normalized]);
  // Pipelined statements run in order: the lookups start once the locks are held.
  const [, , , passes, storedKeys, matches, likelyPassages, ids, findTracked] = await Promise.all([
    gateIds.length > 0 && run(lockGates, [gateIds]),
    readerIds.length > 0 && run(lockReaders, [readerIds]),
    events.some((event) => locksPresence(site, event)) && run(lockPresence, []),
    loadPasses(run, site, access.map(toRead), { isLocking: true }),
    loadEventKeys(run, events),
    loadMatches(run, access.map(toRead), { isLocking: true }),
    loadPassages(run, likely),
    takeIds(run, events),
    loadTrackedReads(run, events, clock.now()),
  ]);
  const known = { ...matches, passes };
  const updates = events.flatMap((queued): Update[] => {
    const stored = isTracked(queued) ? findTracked(queued) : undefined;
    return isTracked(queued) && stored && isRevision(stored, queued) ? [{ queued, stored }] : [];
  });
  const revising = new Set<QueuedEvent>(updates.map(({ queued }) => queued));
  const newEvents = dropDuplicates(
    events.filter((event) => !revising.has(event)),
    storedKeys,
    ids,
  );
  const others = listPassagesAtGates(site, access, (read) =>
    [...listVehicleKeys(known, read)].filter((vehicle) => vehicle !== read.normalized),
  );
  const readAtReaders = access.flatMap((event) => {
    const reader = findOpeningReader(site, event.source);
    return reader ? [{ sensorId: reader.id, read: toRead(event) }] : [];
  });
  const [rules, otherPassages, readerPassages, slots] = await Promise.all([
    loadAccess(run, site, access.map(toRead), known),
    loadPassages(run, others),
    loadReaderPassages(run, readAtReaders, { matches: known, since: passageWindowStart(site, clock.now()) }),
    loadSlots(run, events),
  ]);
  const passages = new Map([...likelyPassages, ...otherPassages]);
  const withTags = await loadTagsBefore(run, site, { ...matches, ...rules }, passages.values());
  for (const [key, passage] of readerPassages) passages.set(key, passage);
  return {
    newEvents,
    updates,
    context: { ...withTags, passages, slots, uses: new Map(), elapsedMs: clock.elapsedMs },
  };
}

/** The passages at gates that decisions may depend on, by the keys of their vehicles. */
const listPassagesAtGates = (
  site: Site,
  access: readonly QueuedEvent[],
  keysOf: (read: ReturnType<typeof toRead>) => readonly string[],
) =>
  access.flatMap((event) => {
    const gate = findGate(site, event.source);
    return gate ? keysOf(toRead(event)).map((vehicle) => ({ gateId: gate.id, vehicle })) : [];
  });

/** A decided event is at most this old by its device's clock, and its passage at most this much older. */
const passageWindowStart = ({ configs }: Site, now: Date) =>
  new Date(now.getTime() - (configs.passageSeconds + configs.eventFreshSeconds) * 1_000);

/** Slot values are set, not incremented, so everything that this batch may change is locked before it is read. */
async function loadSlots(run: Run, events: readonly QueuedEvent[]): Promise<RunningContext["slots"]> {
  const reports = events.filter(({ detection }) => detection.kind === "slots");
  if (reports.length === 0) return new Map();
  const [, slots] = await Promise.all([
    run(lockVariables, [sortedUnique(events.flatMap(changeableIds))]),
    loadSlotValues(run, sortedUnique(reports.flatMap(changeableIds))),
  ]);
  return slots;
}

function changeableIds({ detection, source }: QueuedEvent): number[] {
  if (detection.kind !== "slots") return source.counters.map(({ id }) => id);
  const named = new Set(detection.slots.map(({ name }) => name));
  return source.counters.filter(({ slot }) => slot !== null && named.has(slot)).map(({ id }) => id);
}
