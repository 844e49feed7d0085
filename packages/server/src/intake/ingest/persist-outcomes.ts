import { assertFound } from "@gatehouse/contract/assert-found";
import { findIn } from "@gatehouse/contract/collections";
import { defaultModbusUnit } from "@gatehouse/contract/fields/modbus-unit";
import { type Outcome, seenIdentifiers } from "@gatehouse/engine/decision/outcome";
import { withStoredTrace } from "@gatehouse/engine/decision/stored-trace";
import { raiseAlert } from "../../alert/alert.store.ts";
import { enqueue } from "../../alert/outbox.ts";
import { toCommandRecords } from "../../gate/command-payload.ts";
import { type CommandRecord, isReleasedByServer, type StoredCommand, toRelease } from "../../gate/command-record.ts";
import type { Site } from "../../gate/site-cache.ts";
import { moveVariables, type Step } from "../variable-movements.ts";
import { confirmCounted, confirmSeen, insertHolds, insertPassUses } from "./access-statements.ts";
import { type NewEvent, saveKeys } from "./deduplicate.ts";
import { dependsOnPresence } from "./load-access.ts";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";
import {
  addSightings,
  announceCommands,
  announceEvents,
  insertCommands,
  insertEvents,
  insertReservationUses,
  sortedUnique,
  updateEvents,
  updateLastSeen,
  upsertPassages,
  upsertReleases,
  upsertSlotReports,
} from "./statements.ts";
import { type EventReport, saveReports } from "./tracked-reads.ts";

type Run = PipelinedTransaction["run"];

/** An outcome with the time by which another process may still send its commands. */
export interface StoredOutcome extends Outcome {
  readonly sendBy: Date;
}

type Outcomes = readonly Outcome[];

// The payload of a PostgreSQL notification is limited to 8,000 bytes.
const maxIdsPerNotification = 500;

/** What is stored besides the outcomes. */
interface Further {
  /** Events whose keys are not stored yet. */
  readonly newEvents?: readonly NewEvent[];
  /** Events that are stored already and were decided again. */
  readonly revisedIds: ReadonlySet<number>;
  readonly reports: readonly EventReport[];
}

/** Stores everything that the outcomes cause, and returns the commands, to be sent after the commit. */
export async function persistOutcomes(
  transaction: PipelinedTransaction,
  { site, isLeading }: { site: Site; isLeading: boolean },
  outcomes: readonly StoredOutcome[],
  further: Further,
): Promise<StoredCommand[]> {
  const rows = outcomes.flatMap((outcome) =>
    isLeading ? toCommandRecords(site, outcome, "sent") : toQueuedRecords(site, outcome),
  );
  return saveOutcomes(transaction, { site, rows, releasing: isLeading ? rows : [] }, outcomes, further);
}

/** What outcomes are stored with. */
interface Saving {
  readonly site: Site;
  readonly rows: readonly CommandRecord[];
  readonly releasing: readonly CommandRecord[];
}

/** Stores outcomes whose commands are known. */
export async function saveOutcomes(
  { run, tx }: PipelinedTransaction,
  { site, rows, releasing }: Saving,
  outcomes: Outcomes,
  { newEvents = [], revisedIds, reports }: Further,
): Promise<StoredCommand[]> {
  const steps = outcomes.flatMap(({ event, steps }) =>
    steps.map((step): Step => ({ ...step, kind: "event", at: event.receivedAt, eventId: event.id })),
  );
  const [commands] = await Promise.all([
    saveCommands(run, rows),
    saveReleases(run, releasing),
    saveKeys(run, newEvents),
    saveEvents(run, outcomes, revisedIds),
    savePassages(run, outcomes),
    saveLastSeen(run, outcomes),
    saveReservationUses(run, outcomes),
    announce(run, outcomes),
    saveRevised(run, outcomes, revisedIds),
    saveSightings(run, outcomes),
    saveHolds(run, site, outcomes),
    saveSlotReports(run, outcomes),
    saveReports(run, reports),
  ]);
  if (steps.length > 0) await moveVariables(tx, steps);
  for (const { event, messages, alerts } of outcomes) {
    for (const message of messages) await enqueue(tx, message, event.receivedAt);
    for (const alert of alerts) await raiseAlert(tx, alert, event.receivedAt);
  }
  return commands;
}

async function saveEvents(run: Run, outcomes: Outcomes, revisedIds: ReadonlySet<number>): Promise<void> {
  const added = outcomes.filter(({ event }) => !revisedIds.has(event.id));
  if (added.length > 0) await run(insertEvents, [JSON.stringify(added.map(({ event }) => withStoredTrace(event)))]);
}

async function saveRevised(run: Run, outcomes: Outcomes, revisedIds: ReadonlySet<number>): Promise<void> {
  const revised = outcomes.filter(({ event }) => revisedIds.has(event.id));
  if (revised.length > 0) await run(updateEvents, [JSON.stringify(revised.map(({ event }) => withStoredTrace(event)))]);
}

/** Commands for the leader, which can't know whether their push is rejected meanwhile, so they expire before that. */
function toQueuedRecords(site: Site, outcome: StoredOutcome): CommandRecord[] {
  const { sendBy } = outcome;
  return toCommandRecords(site, outcome, "queued").map((row) =>
    row.expiresAt > sendBy ? { ...row, expiresAt: sendBy } : row,
  );
}

/** Commands are stored before they are sent, so that each is sent at most once. */
async function saveCommands(run: Run, rows: readonly CommandRecord[]): Promise<StoredCommand[]> {
  if (rows.length === 0) return [];
  const [stored] = await Promise.all([
    run<Pick<StoredCommand, "id" | "eventId" | "targetKind" | "targetId">>(insertCommands, [JSON.stringify(rows)]),
    run(announceCommands, []),
  ]);
  const keyOf = ({ eventId, targetKind, targetId }: Pick<CommandRecord, "eventId" | "targetKind" | "targetId">) =>
    `${eventId} ${targetKind} ${targetId}`;
  const idOf = new Map(stored.map((row) => [keyOf(row), row.id]));
  return rows.map((row) => ({ ...row, id: assertFound(idOf.get(keyOf(row)), "a command was not stored") }));
}

async function saveReleases(run: Run, rows: readonly CommandRecord[]): Promise<void> {
  const releases = rows.filter(isReleasedByServer).map(toRelease);
  if (releases.length === 0) return;
  await run(upsertReleases, [
    releases.map(({ host }) => host),
    releases.map(({ port }) => port),
    releases.map(({ relayNumber }) => relayNumber),
    releases.map(({ unitId = defaultModbusUnit }) => unitId),
    releases.map(({ driver }) => driver),
    releases.map(({ restsOn }) => restsOn),
    releases.map(({ dueAt }) => dueAt),
  ]);
}

async function savePassages(run: Run, outcomes: Outcomes): Promise<void> {
  // Several events of a batch may update one passage; the last one is stored.
  const passages = new Map(
    outcomes.flatMap(({ passage }) =>
      passage && "gateId" in passage ? [[`${passage.gateId} ${passage.vehicle}`, passage] as const] : [],
    ),
  );
  if (passages.size > 0) await run(upsertPassages, [JSON.stringify([...passages.values()])]);
}

async function saveSightings(run: Run, outcomes: Outcomes): Promise<void> {
  const joined = Map.groupBy(
    outcomes.map((outcome) => outcome.joined).filter((one) => one !== undefined),
    ({ eventId }) => eventId,
  );
  if (joined.size === 0) return;
  const passages = [...joined].sort(([one], [other]) => one - other);
  await run(addSightings, [
    passages.map(([eventId]) => eventId),
    passages.map(([, [first]]) => first?.occurredAt),
    passages.map(([, { length }]) => length),
  ]);
}

async function saveLastSeen(run: Run, outcomes: Outcomes): Promise<void> {
  const seen = sortedUnique(outcomes.flatMap(({ event }) => seenIdentifiers(event)));
  if (seen.length > 0) await run(updateLastSeen, [seen, outcomes[0]?.event.receivedAt]);
}

async function saveReservationUses(run: Run, outcomes: Outcomes): Promise<void> {
  const uses = outcomes.flatMap(({ event, reservationUse }) => (reservationUse ? [{ event, ...reservationUse }] : []));
  if (uses.length === 0) return;
  await run(insertReservationUses, [
    uses.map(({ reservationId }) => reservationId),
    uses.map(({ event }) => event.id),
    uses.map(({ direction }) => direction),
    uses.map(({ event }) => event.receivedAt),
  ]);
}

async function saveSlotReports(run: Run, outcomes: Outcomes): Promise<void> {
  const reportedAt = new Map(
    outcomes.flatMap(({ slotReports }) => slotReports.map(({ variableId, at }) => [variableId, at] as const)),
  );
  if (reportedAt.size === 0) return;
  const ids = sortedUnique([...reportedAt.keys()]);
  await run(upsertSlotReports, [ids, ids.map((id) => reportedAt.get(id))]);
}

/** The gate whose loop counted a vehicle. */
function findCountedGate({ gateOfSensor }: Site, { module, sensorId }: Outcome["event"]): number[] {
  const gate = module === "LOOP_DETECTOR" ? findIn(gateOfSensor, sensorId) : undefined;
  return gate ? [gate.id] : [];
}

/** Confirms the earlier passages of vehicles that were read again, then stores the granted ones. */
async function saveHolds(run: Run, site: Site, outcomes: Outcomes): Promise<void> {
  const seen = dependsOnPresence(site)
    ? outcomes.map((outcome) => outcome.seen).filter((one) => one !== undefined)
    : [];
  const counted = dependsOnPresence(site) ? outcomes.flatMap(({ event }) => findCountedGate(site, event)) : [];
  const holds = outcomes.flatMap(({ hold, event }) => (hold ? [{ ...hold, module: event.module }] : []));
  const used = outcomes.flatMap(({ usedPassId, event }) => (usedPassId === undefined ? [] : [{ usedPassId, event }]));
  // Pipelined statements run in their order.
  await Promise.all([
    seen.length > 0 &&
      run(confirmSeen, [
        seen.map(({ vehicle }) => vehicle),
        seen.map(({ gateId }) => gateId),
        seen.map(({ hasPassed }) => hasPassed),
        seen.map(({ direction }) => direction),
        seen.map(({ fromAreaId }) => fromAreaId),
      ]),
    counted.length > 0 && run(confirmCounted, [counted]),
    used.length > 0 &&
      run(insertPassUses, [
        used.map(({ usedPassId }) => usedPassId),
        used.map(({ event }) => event.id),
        used.map(({ event }) => event.receivedAt),
      ]),
    holds.length > 0 && run(insertHolds, [JSON.stringify(holds), site.configs.passageSeconds]),
  ]);
}

async function announce(run: Run, outcomes: Outcomes): Promise<void> {
  const ids = outcomes.flatMap(({ event, joined }) => (joined ? [event.id, joined.eventId] : [event.id]));
  const payloads = Array.from({ length: Math.ceil(ids.length / maxIdsPerNotification) }, (_, part) =>
    ids.slice(part * maxIdsPerNotification, (part + 1) * maxIdsPerNotification).join(","),
  );
  await Promise.all(payloads.map((payload) => run(announceEvents, [payload])));
}
