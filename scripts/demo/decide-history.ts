import type { AlertCause } from "../../packages/contract/src/entities/alert/alert-type.ts";
import { decideEvent } from "../../packages/engine/src/decision/decide-event.ts";
import { applyOutcome, type RunningContext } from "../../packages/engine/src/decision/decision-context.ts";
import type { EventRecord, Passage } from "../../packages/engine/src/decision/outcome.ts";
import {
  findModule,
  findSource,
  type NumberedEvent,
  toIncomingEvent,
} from "../../packages/engine/src/events/incoming-event.ts";
import { toCommandRecords } from "../../packages/server/src/commands/command-payload.ts";
import type { CommandRecord } from "../../packages/server/src/commands/command-record.ts";
import type { ReadRecorder } from "../../packages/server/src/data-quality/read-recorder.ts";
import type { Site } from "../../packages/server/src/site/site-cache.ts";
import type { Step } from "../../packages/server/src/variables/variable-ledger.store.ts";
import type { PastDetection } from "../../packages/simulator/src/history/past-site.ts";
import { ConfirmedPassages } from "./confirmed-passages.ts";
import { findSender } from "./past-senders.ts";

/** Time that a push takes to arrive. */
const pushMs = 120;

/** Everything that the past events caused, as the server stores it. */
export interface DecidedHistory {
  readonly events: readonly (EventRecord & { readonly sightings: number })[];
  readonly commands: readonly CommandRecord[];
  readonly steps: readonly Step[];
  readonly alerts: readonly { readonly cause: AlertCause; readonly at: Date }[];
  readonly passages: readonly Passage[];
  /** When identifiers were last seen, by their id. */
  readonly lastSeen: ReadonlyMap<number, Date>;
  /** When slots were last reported, by their variable. */
  readonly slotReports: ReadonlyMap<number, Date>;
  readonly confirmed: ConfirmedPassages;
}

/** Where past events come from, and what they are decided with. */
export interface PastParts {
  readonly site: Site;
  readonly context: RunningContext;
  readonly history: Generator<PastDetection, void, boolean>;
  /** Id of the first event. */
  readonly firstId: number;
  readonly quality: Pick<ReadRecorder, "observe">;
}

/** Decides past events one by one, with the functions that decide live events. */
export function decideHistory({ site, context, history, firstId, quality }: PastParts): DecidedHistory {
  const events = new Map<number, EventRecord & { sightings: number }>();
  const passages = new Map<string, Passage>();
  const decided = {
    commands: [] as CommandRecord[],
    steps: [] as Step[],
    alerts: [] as { cause: AlertCause; at: Date }[],
    lastSeen: new Map<number, Date>(),
    slotReports: new Map<number, Date>(),
    confirmed: new ConfirmedPassages(context.access, site.configs.passageSeconds),
  };
  let isOpen = false;
  for (let past = history.next(isOpen); !past.done; past = history.next(isOpen)) {
    const event = toEvent(site, past.value, firstId + events.size);
    decided.confirmed.confirmDue(event.receivedAt);
    const outcome = decideEvent(site, context, event);
    applyOutcome(context, outcome);
    decided.confirmed.apply(outcome, findCountedGate(site, event));
    quality.observe([{ queued: event, outcome }]);
    const { event: record, joined, passage } = outcome;
    const at = record.receivedAt;
    events.set(record.id, { ...record, sightings: 1 });
    const first = joined && events.get(joined.eventId);
    if (first) first.sightings += 1;
    if (passage && "gateId" in passage) passages.set(`${passage.gateId} ${passage.vehicle}`, passage);
    if (record.identifierId !== undefined) decided.lastSeen.set(record.identifierId, at);
    for (const report of outcome.slotReports) decided.slotReports.set(report.variableId, report.at);
    decided.commands.push(...toCommandRecords(site, outcome, "accepted"));
    decided.steps.push(...outcome.steps.map((step): Step => ({ ...step, kind: "event", at, eventId: record.id })));
    decided.alerts.push(...outcome.alerts.map((cause) => ({ cause, at })));
    isOpen = record.isGranted === true && joined === undefined;
  }
  return { ...decided, events: [...events.values()], passages: [...passages.values()] };
}

function toEvent(site: Site, { from, detection, at }: PastDetection, id: number): NumberedEvent {
  const sender = findSender(site, from);
  const module = sender && findModule(sender, detection);
  const source = sender && findSource(site, sender, detection.source);
  if (!sender || !module || !source) throw new Error(`${from} ${detection.source ?? ""} is not registered`);
  const receivedAt = new Date(at.getTime() + pushMs);
  const elapsedMs = (since: Date, until: Date) => until.getTime() - since.getTime();
  return { ...toIncomingEvent(site, { sender, source, module, detection, receivedAt, elapsedMs }), id };
}

/** The gate whose loop detected a vehicle. */
const findCountedGate = ({ gateOfSensor }: Site, { module, source }: NumberedEvent): number | undefined =>
  module === "LOOP_DETECTOR" ? gateOfSensor.get(source.sensor?.id ?? 0)?.id : undefined;
