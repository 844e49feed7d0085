import { raiseAlert } from "../../entities/alert/alert.store.ts";
import { moveVariables, type Step } from "../../entities/variable/variable-ledger.store.ts";
import type { Database } from "../../platform/database.ts";
import { type FieldCommand, isOurRelease, releaseOf } from "../field/field-command.ts";
import { commandRows } from "../field/planned.ts";
import { enqueue } from "../outbox.ts";
import type { Arrival } from "./arrival.ts";
import { type BatchTransaction, inBatch } from "./batch-connection.ts";
import {
  countSightings,
  holdVariables,
  lockGates,
  markSeen,
  storeCommands,
  storeEvents,
  storePassages,
  storeReleases,
  storeTold,
  storeUses,
  takeKeys,
  tellCommands,
  tellEvents,
} from "./batch-statements.ts";
import { decideAtGate, gateOf, readingOf } from "./decide-access.ts";
import { decideCount, decidePulse, decideSlots, decideSpeed } from "./decide-counts.ts";
import type { Known } from "./known.ts";
import { lookUp, passagesAt, slotsOf, vehiclesOf } from "./look-up.ts";
import type { Outcome } from "./outcome.ts";
import type { Site } from "./site.ts";

/** What a batch came to: the events by the arrivals they are of, and the commands to carry out right now. */
export interface Stored {
  readonly outcomes: readonly { readonly arrival: Arrival; readonly outcome: Outcome }[];
  readonly commands: readonly FieldCommand[];
}

/** How a batch is stored. */
export interface BatchParts {
  readonly db: Database;
  readonly site: Site;
  /** Whether this process carries out the commands itself, at once; otherwise whoever leads claims them. */
  readonly isLeading: boolean;
}

// A notice of PostgreSQL has room for 8,000 bytes.
const idsInNotice = 500;

/** Decides a group of arrivals and stores everything about them in one transaction. */
export function storeBatch({ db, site, isLeading }: BatchParts, arrivals: readonly Arrival[]): Promise<Stored> {
  return inBatch(db, async (transaction) => {
    const taken = await takeNew(transaction, arrivals);
    if (taken.length === 0) return { outcomes: [], commands: [] };
    const known = await know(transaction, site, taken);
    const decided = taken.map(({ arrival, id }) => ({ arrival, outcome: decide(site, known, id, arrival) }));
    const outcomes = decided.map(({ outcome }) => outcome);
    await keep(transaction, outcomes);
    const commands = await keepCommands(transaction, site, outcomes, isLeading);
    const ids = outcomes.flatMap(({ event, joined }) => (joined ? [event.id, joined.eventId] : [event.id]));
    for (let from = 0; from < ids.length; from += idsInNotice)
      await transaction.run(tellEvents, [ids.slice(from, from + idsInNotice).join(",")]);
    return { outcomes: decided, commands: isLeading ? commands : [] };
  });
}

interface Taken {
  readonly arrival: Arrival;
  readonly id: number;
}

const keyOf = (source: string, eventId: string) => `${source}\n${eventId}`;

/** ENG-4: those that were not there before, each once, in the order of their arrival. */
async function takeNew({ run }: BatchTransaction, arrivals: readonly Arrival[]): Promise<Taken[]> {
  const first = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const key = keyOf(arrival.key.source, arrival.key.eventId);
    if (!first.has(key)) first.set(key, arrival);
  }
  // In one order for everyone, so that two batches with the same events never wait for each other in a circle.
  const keys = [...first.keys()].sort();
  const sorted = keys.flatMap((key) => first.get(key) ?? []);
  const rows = await run<{ source: string; eventId: string; id: number }>(takeKeys, [
    sorted.map(({ key }) => key.source),
    sorted.map(({ key }) => key.eventId),
    sorted[0]?.receivedAt,
  ]);
  const ids = new Map(rows.map(({ source, eventId, id }) => [keyOf(source, eventId), id]));
  return [...first].flatMap(([key, arrival]) => {
    const id = ids.get(key);
    return id === undefined ? [] : [{ arrival, id }];
  });
}

const isAccess = ({ module }: Arrival) => module === "ANPR_ACCESS_CONTROL" || module === "RFID_ACCESS_CONTROL";

/** Reads what the decisions rest on, under locks that are held until everything is stored. */
async function know({ run }: BatchTransaction, site: Site, taken: readonly Taken[]): Promise<Known> {
  const access = taken.map(({ arrival }) => arrival).filter(isAccess);
  const gateIds = sortedUnique(access.flatMap((arrival) => gateOf(site, arrival)?.id ?? []));
  if (gateIds.length > 0) await run(lockGates, [gateIds]);
  const found = await lookUp(run, access.map(readingOf), { isHolding: true });
  const sought = access.flatMap((arrival) => {
    const gate = gateOf(site, arrival);
    return gate ? [...vehiclesOf(found, readingOf(arrival))].map((vehicle) => ({ gateId: gate.id, vehicle })) : [];
  });
  const passages = await passagesAt(run, sought);
  const isTelling = taken.some(({ arrival }) => arrival.sighting.kind === "slots");
  const slots = isTelling ? await heldSlots(run, taken) : new Map();
  return { ...found, passages, slots, uses: new Map() };
}

/** A slot is set and not counted: whoever sets it holds everything that this batch may move, and then reads it. */
async function heldSlots(run: BatchTransaction["run"], taken: readonly Taken[]): Promise<Known["slots"]> {
  await run(holdVariables, [sortedUnique(taken.flatMap(({ arrival }) => movable(arrival)))]);
  const telling = taken.filter(({ arrival }) => arrival.sighting.kind === "slots");
  return slotsOf(run, sortedUnique(telling.flatMap(({ arrival }) => movable(arrival))));
}

function movable({ sighting, source }: Arrival): number[] {
  if (sighting.kind !== "slots") return source.counters.map(({ id }) => id);
  const named = new Set(sighting.slots.map(({ name }) => name));
  return source.counters.filter(({ slot }) => slot !== null && named.has(slot)).map(({ id }) => id);
}

const sortedUnique = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);

function decide(site: Site, known: Known, id: number, arrival: Arrival): Outcome {
  if (isAccess(arrival)) return decideAtGate(site, known, id, arrival);
  if (arrival.module === "OSD") return decideSpeed(site, id, arrival);
  if (arrival.module === "EPLD") return decideSlots(site, known, id, arrival);
  if (arrival.module === "LOOP_DETECTOR") return decidePulse(site, id, arrival);
  return decideCount(site, id, arrival);
}

/** Writes everything down that the outcomes say. */
async function keep(transaction: BatchTransaction, outcomes: readonly Outcome[]): Promise<void> {
  const { run } = transaction;
  await run(storeEvents, [JSON.stringify(outcomes.map(({ event }) => event))]);
  // The last word on each passage is the one that counts.
  const passages = new Map(
    outcomes.flatMap(({ passage }) => (passage ? [[`${passage.gateId} ${passage.vehicle}`, passage] as const] : [])),
  );
  if (passages.size > 0) await run(storePassages, [JSON.stringify([...passages.values()])]);
  await keepSightings(transaction, outcomes);
  const seen = sortedUnique(outcomes.flatMap(({ event }) => event.identifierId ?? []));
  if (seen.length > 0) await run(markSeen, [seen, outcomes[0]?.event.receivedAt]);
  const uses = outcomes.flatMap(({ event, reservationUse }) => (reservationUse ? [{ event, ...reservationUse }] : []));
  if (uses.length > 0)
    await run(storeUses, [
      uses.map(({ reservationId }) => reservationId),
      uses.map(({ event }) => event.id),
      uses.map(({ direction }) => direction),
      uses.map(({ event }) => event.receivedAt),
    ]);
  await keepTold(transaction, outcomes);
  const steps = outcomes.flatMap(({ event, steps }) =>
    steps.map((step): Step => ({ ...step, kind: "event", at: event.receivedAt, eventId: event.id })),
  );
  if (steps.length > 0) await moveVariables(transaction.tx, steps);
  for (const { event, notices, alerts } of outcomes) {
    for (const notice of notices) await enqueue(transaction.tx, notice, event.receivedAt);
    for (const alert of alerts) await raiseAlert(transaction.tx, alert, event.receivedAt);
  }
}

async function keepSightings({ run }: BatchTransaction, outcomes: readonly Outcome[]): Promise<void> {
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

async function keepTold({ run }: BatchTransaction, outcomes: readonly Outcome[]): Promise<void> {
  const told = new Map(
    outcomes.flatMap(({ event, toldVariableIds }) => toldVariableIds.map((id) => [id, event.occurredAt] as const)),
  );
  if (told.size === 0) return;
  const ids = sortedUnique([...told.keys()]);
  await run(storeTold, [ids, ids.map((id) => told.get(id))]);
}

/** Writes commands down before anyone hears of them: what is handed over is sent at most once. */
async function keepCommands(
  { run }: BatchTransaction,
  site: Site,
  outcomes: readonly Outcome[],
  isLeading: boolean,
): Promise<FieldCommand[]> {
  const rows = outcomes.flatMap((outcome) => commandRows(site, outcome, isLeading ? "sent" : "queued"));
  if (rows.length === 0) return [];
  const stored = await run<{ id: number; eventId: number; targetKind: string; targetId: number }>(storeCommands, [
    JSON.stringify(rows),
  ]);
  const idOf = new Map(stored.map((row) => [`${row.eventId} ${row.targetKind} ${row.targetId}`, row.id]));
  const commands = rows.map((row) => ({
    ...row,
    id: idOf.get(`${row.eventId} ${row.targetKind} ${row.targetId}`) ?? 0,
  }));
  if (isLeading) {
    const releases = commands.filter(isOurRelease).map(releaseOf);
    if (releases.length > 0)
      await run(storeReleases, [
        releases.map(({ host }) => host),
        releases.map(({ port }) => port),
        releases.map(({ relayNumber }) => relayNumber),
        releases.map(({ driver }) => driver),
        releases.map(({ dueAt }) => dueAt),
      ]);
  }
  await run(tellCommands, []);
  return commands;
}
