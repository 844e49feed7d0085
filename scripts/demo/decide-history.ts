import { setImmediate as immediately } from "node:timers/promises";
import type { AlertCause } from "../../packages/contract/src/entities/alert-type.ts";
import type { AccessState, PassageHold } from "../../packages/engine/src/decision/access-state.ts";
import { decideEvent } from "../../packages/engine/src/decision/decide-event.ts";
import { applyOutcome, type RunningContext } from "../../packages/engine/src/decision/decision-context.ts";
import {
  type EventRecord,
  type Outcome,
  type Passage,
  seenIdentifiers,
} from "../../packages/engine/src/decision/outcome.ts";
import { type WithStoredTrace, withStoredTrace } from "../../packages/engine/src/decision/stored-trace.ts";
import {
  findModule,
  findSource,
  type NumberedEvent,
  toIncomingEvent,
} from "../../packages/engine/src/events/incoming-event.ts";
import type { VehiclePresence } from "../../packages/engine/src/policy/presence.ts";
import { barrierAlert } from "../../packages/server/src/gate/barrier-alert.ts";
import { toCommandRecords } from "../../packages/server/src/gate/command-payload.ts";
import type { Site } from "../../packages/server/src/gate/site-cache.ts";
import type { Step } from "../../packages/server/src/intake/variable-movements.ts";
import type { ReadRecorder } from "../../packages/server/src/record/data-quality/read-recorder.ts";
import type { PastFault } from "../../packages/simulator/src/history/past-faults.ts";
import type { PastDetection } from "../../packages/simulator/src/history/past-site.ts";
import { ConfirmedPassages } from "./confirmed-passages.ts";
import { type PastCommand, toPastOpenings } from "./past-openings.ts";
import { findSender } from "./past-senders.ts";

/** Time that a push takes to arrive. */
const pushMs = 120;

/** An event of the past, with the number of reads of its passage. */
export type PastEvent = WithStoredTrace<EventRecord> & { readonly sightings: number };

/** Where past events come from, and what they are decided with. */
export interface PastParts {
  readonly site: Site;
  readonly context: RunningContext;
  readonly history: Generator<PastDetection, void, boolean>;
  /** Id of the first event. */
  readonly firstId: number;
  readonly quality: Pick<ReadRecorder, "observe">;
}

/** An alert that was raised, or whose cause was repaired. */
export interface PastAlert {
  readonly cause: AlertCause;
  readonly at: Date;
  readonly isRepaired: boolean;
}

const eventsPerBatch = 250;

/** Decides past events one by one, with the functions that decide live events, and collects what they cause. */
export class PastDecisions {
  events = 0;
  readonly commands: PastCommand[] = [];
  readonly steps: Step[] = [];
  readonly alerts: PastAlert[] = [];
  readonly passages = new Map<string, Passage>();
  /** When identifiers were last seen, by their id. */
  readonly lastSeen = new Map<number, Date>();
  /** When slots were last reported, by their variable. */
  readonly slotReports = new Map<number, Date>();
  readonly confirmed: ConfirmedPassages;
  /** Alerts of broken barriers by type and subject, and until when. */
  private readonly broken = new Map<string, { readonly cause: AlertCause; readonly until: Date }>();
  private readonly parts: PastParts;

  constructor(parts: PastParts) {
    this.parts = parts;
    this.confirmed = new ConfirmedPassages(parts.context.access, parts.site.configs.passageSeconds);
  }

  /** Decides the events in batches; the simulated devices reply in between. */
  async *decideAll(): AsyncGenerator<readonly PastEvent[]> {
    const { site, history, firstId } = this.parts;
    // Further reads of a passage follow within the same or the next batch.
    let [last, current] = [new Map<number, PastEvent>(), new Map<number, PastEvent>()];
    let isOpen = false;
    for (let past = history.next(isOpen); !past.done; past = history.next(isOpen)) {
      const { fault } = past.value;
      const { event, joined } = this.decide(toEvent(site, past.value, firstId + this.events), fault);
      this.events += 1;
      current.set(event.id, { ...withStoredTrace(event), sightings: 1 });
      const batch = joined && [current, last].find((one) => one.has(joined.eventId));
      const first = joined && batch?.get(joined.eventId);
      if (first) batch?.set(first.id, { ...first, sightings: first.sightings + 1 });
      isOpen = event.isGranted === true && joined === undefined && fault === undefined;
      if (current.size < eventsPerBatch) continue;
      yield [...last.values()];
      [last, current] = [current, new Map()];
      await immediately();
    }
    this.repairUntil(new Date());
    yield [...last.values(), ...current.values()];
  }

  /** The areas that were full and have not reopened yet. */
  listFullAreas(): number[] {
    const { site, context } = this.parts;
    return [...(site.policy?.areas.keys() ?? [])].filter((id) => context.access?.occupancy.wasFull(id));
  }

  private decide(event: NumberedEvent, fault: PastFault | undefined): Outcome {
    const { site, context, quality } = this.parts;
    this.repairUntil(event.receivedAt);
    this.confirmed.confirmDue(event.receivedAt);
    const outcome = decideEvent(site, context, event);
    const { hold } = outcome;
    const before = hold && context.access?.presences.get(hold.vehicle);
    applyOutcome(context, outcome);
    // A barrier that did not open confirms nothing.
    if (fault && hold && context.access) releaseHold(context.access, hold, before);
    this.confirmed.apply(fault ? withoutHold(outcome) : outcome, findCountedGate(site, event));
    quality.observe([{ queued: event, outcome }]);
    this.collect(outcome, fault);
    return outcome;
  }

  private collect(outcome: Outcome, fault: PastFault | undefined): void {
    const { event, passage } = outcome;
    const at = event.receivedAt;
    if (passage && "gateId" in passage) this.passages.set(`${passage.gateId} ${passage.vehicle}`, passage);
    for (const id of seenIdentifiers(event)) this.lastSeen.set(id, at);
    for (const report of outcome.slotReports) this.slotReports.set(report.variableId, report.at);
    this.steps.push(...outcome.steps.map((step): Step => ({ ...step, kind: "event", at, eventId: event.id })));
    this.alerts.push(...outcome.alerts.map((cause) => ({ cause, at, isRepaired: false })));
    const commands = toCommandRecords(this.parts.site, outcome, "accepted").map((command): PastCommand => {
      const isFailed = fault !== undefined && command.kind === "open";
      return isFailed ? { ...command, state: fault.state, detail: fault.detail } : { ...command, detail: "" };
    });
    this.commands.push(...commands, ...toPastOpenings(this.parts.site, outcome, fault));
    for (const command of commands)
      for (const cause of barrierAlert({ command, ...command })) {
        this.alerts.push({ cause, at, isRepaired: false });
        if (fault) this.broken.set(`${cause.type} ${cause.subject}`, { cause, until: fault.until });
      }
  }

  /** Resolves the alerts of barriers that were repaired until a time. */
  private repairUntil(at: Date): void {
    for (const [key, { cause, until }] of this.broken) {
      if (until > at) continue;
      this.broken.delete(key);
      this.alerts.push({ cause, at: until, isRepaired: true });
    }
  }
}

const withoutHold = ({ hold: _, ...outcome }: Outcome): Outcome => outcome;

/** Takes back what a granted passage changed. */
function releaseHold(access: AccessState, hold: PassageHold, before: VehiclePresence | undefined): void {
  const { vehicle, toAreaId, groupIds, passId, direction } = hold;
  if (passId !== null && direction === "N") access.passUses.set(passId, (access.passUses.get(passId) ?? 1) - 1);
  if (toAreaId === null) return;
  access.occupancy.move(toAreaId, before?.areaId ?? null, groupIds);
  if (before) access.presences.set(vehicle, before);
  else access.presences.delete(vehicle);
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
