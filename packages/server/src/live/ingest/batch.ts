import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { FieldCommand } from "../field/field-command.ts";
import type { Arrival } from "./arrival.ts";
import { type BatchTransaction, inBatch } from "./batch-connection.ts";
import { holdVariables, lockGates } from "./batch-statements.ts";
import { decideAtGate, gateOf, readingOf } from "./decide-access.ts";
import { decideCount, decidePulse, decideSlots, decideSpeed } from "./decide-counts.ts";
import { keepOutcomes } from "./keep-outcomes.ts";
import type { Known } from "./known.ts";
import { lookUp, passagesAt, slotsOf, vehiclesOf } from "./look-up.ts";
import type { Outcome } from "./outcome.ts";
import type { Site } from "./site.ts";
import { sortedUnique } from "./sorted-unique.ts";
import { findKnownKeys, type Taken, takeNew } from "./take-keys.ts";

/** What a batch came to: the events by the arrivals they are of, and the commands to carry out right now. */
export interface Stored {
  readonly outcomes: readonly { readonly arrival: Arrival; readonly outcome: Outcome }[];
  readonly commands: readonly FieldCommand[];
}

/** How a batch is stored. */
export interface BatchParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly site: Site;
  /** Whether this process carries out the commands itself, at once; otherwise whoever leads claims them. */
  readonly isLeading: boolean;
}

/** Decides a group of arrivals and stores everything about them in one transaction. */
export function storeBatch({ db, clock, site, isLeading }: BatchParts, arrivals: readonly Arrival[]): Promise<Stored> {
  return inBatch(db, async (transaction) => {
    const { taken, known } = await know(transaction, site, arrivals);
    if (taken.length === 0) return { outcomes: [], commands: [] };
    const decided = taken.map(({ arrival, id }) => {
      const outcome = decide(site, known, id, unlessRefused(arrival), clock);
      return { arrival, outcome: { ...outcome, sendBy: new Date(arrival.answerBy.getTime() - sendingMs) } };
    });
    const outcomes = decided.map(({ outcome }) => outcome);
    const commands = await keepOutcomes(transaction, { site, isLeading }, outcomes);
    if (decided.some(({ arrival, outcome }) => outcome.event.timing === "live" && arrival.deadline.isOver())) {
      throw Object.assign(new Error("a push was refused before its events were stored"), { code: refusedMeanwhile });
    }
    return { outcomes: decided, commands: isLeading ? withOrigins(commands, taken) : [] };
  });
}

/** The code of the error with which a batch is rolled back to be decided again, because a push in it was refused. */
export const refusedMeanwhile = "PUSH_REFUSED";

/** A command that another process sends must have left well before the push is refused. */
const sendingMs = 500;

/** SAFE-5: what is stored of a refused push is late, and opens nothing. */
function unlessRefused(arrival: Arrival): Arrival {
  return arrival.timing === "live" && arrival.deadline.isOver() ? { ...arrival, timing: "late" } : arrival;
}

/** SAFE-3: the age of an automatic command counts from the arrival of its push. */
function withOrigins(commands: readonly FieldCommand[], taken: readonly Taken[]): FieldCommand[] {
  const receivedMs = new Map(taken.map(({ arrival, id }) => [id, arrival.receivedMs]));
  return commands.map((command) => {
    const monotonicMs = receivedMs.get(command.eventId ?? 0);
    if (monotonicMs === undefined) return command;
    return { ...command, origin: { monotonicMs, isCallerGone: () => false } };
  });
}

type Run = BatchTransaction["run"];

const isAccess = ({ module }: Arrival) => module === "ANPR_ACCESS_CONTROL" || module === "RFID_ACCESS_CONTROL";

/**
 * Takes what is new and reads what the decisions rest on, under locks that are held until everything is stored. Every
 * batch locks in the same order: gates, reservations, keys, variables.
 */
async function know(
  { run }: BatchTransaction,
  site: Site,
  arrivals: readonly Arrival[],
): Promise<{ taken: Taken[]; known: Known }> {
  const access = arrivals.filter(isAccess);
  const gateIds = sortedUnique(access.flatMap((arrival) => gateOf(site, arrival)?.id ?? []));
  // What is sent together runs one after the other: the reading begins when the locks are held.
  const [, knownKeys, found] = await Promise.all([
    gateIds.length > 0 && run(lockGates, [gateIds]),
    findKnownKeys(run, arrivals),
    lookUp(run, access.map(readingOf), { isHolding: true }),
  ]);
  const sought = access.flatMap((arrival) => {
    const gate = gateOf(site, arrival);
    return gate ? [...vehiclesOf(found, readingOf(arrival))].map((vehicle) => ({ gateId: gate.id, vehicle })) : [];
  });
  const [taken, passages, slots] = await Promise.all([
    takeNew(run, arrivals, knownKeys),
    passagesAt(run, sought),
    heldSlots(run, arrivals),
  ]);
  return { taken, known: { ...found, passages, slots, uses: new Map() } };
}

/** A slot is set and not counted: whoever sets it holds everything that this batch may move, and then reads it. */
async function heldSlots(run: Run, arrivals: readonly Arrival[]): Promise<Known["slots"]> {
  const telling = arrivals.filter(({ sighting }) => sighting.kind === "slots");
  if (telling.length === 0) return new Map();
  const [, slots] = await Promise.all([
    run(holdVariables, [sortedUnique(arrivals.flatMap(movable))]),
    slotsOf(run, sortedUnique(telling.flatMap(movable))),
  ]);
  return slots;
}

function movable({ sighting, source }: Arrival): number[] {
  if (sighting.kind !== "slots") return source.counters.map(({ id }) => id);
  const named = new Set(sighting.slots.map(({ name }) => name));
  return source.counters.filter(({ slot }) => slot !== null && named.has(slot)).map(({ id }) => id);
}

function decide(site: Site, known: Known, id: number, arrival: Arrival, clock: Clock): Outcome {
  if (isAccess(arrival)) return decideAtGate(site, known, id, arrival, clock);
  if (arrival.module === "OSD") return decideSpeed(site, id, arrival);
  if (arrival.module === "EPLD") return decideSlots(site, known, id, arrival);
  if (arrival.module === "LOOP_DETECTOR") return decidePulse(site, id, arrival);
  return decideCount(site, id, arrival);
}
