import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import type { DecisionTrace } from "@gatehouse/contract/entities/event";
import type { EventModule, EventStatus, EventTiming } from "@gatehouse/contract/events/event-module";
import type { OutgoingMessage } from "@gatehouse/contract/events/outgoing-message";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { PlannedCommand } from "../commands/plan.ts";
import type { Step } from "../counting/base-variable.ts";
import type { NumberedEvent } from "../events/incoming-event.ts";
import type { SiteGate } from "../site/site.ts";
import type { PassageHold } from "./access-state.ts";

/** An event as it is stored. Absent fields are null in the database. */
export interface EventRecord {
  id: number;
  module: EventModule;
  status: EventStatus;
  timing: EventTiming;
  occurredAt: Date;
  receivedAt: Date;
  deviceId?: number | null;
  cameraId?: number | undefined;
  controllerId?: number | undefined;
  sensorId?: number | undefined;
  sourceName: string;
  sourceUid: string;
  lp?: string;
  lpRaw?: string;
  plateNormalized?: string;
  tag?: string;
  tagNormalized?: string;
  vehicleType?: string | null;
  direction: GateType | null;
  confidence?: number | null;
  speed?: number | null;
  speedLimit?: number | null;
  count?: number;
  occupancy?: readonly { spaceId: string; classification: string }[];
  gateId?: number | undefined;
  gateName?: string | undefined;
  isGranted: boolean | null;
  reason: string;
  trace: DecisionTrace;
  identifierId?: number | undefined;
  reservationId?: number | undefined;
  passageOf?: number;
  /** How lists show it: as a read at a gate, as any other event, or not at all because its passage is listed already. */
  listing: "gate" | "elsewhere" | "again";
}

/** The latest passage of a vehicle at a gate. */
export interface Passage {
  gateId: number;
  vehicle: string;
  eventId: number;
  occurredAt: Date;
  at: Date;
  module: EventModule;
  isGranted: boolean;
  isCounted: boolean;
}

/** The latest passage of a vehicle at a reader that opens a barrier of its own. */
export interface ReaderPassage extends Omit<Passage, "gateId"> {
  sensorId: number;
}

/** Everything that one event causes: what is stored, and what is done about it. */
export interface Outcome {
  readonly event: EventRecord;
  readonly gate: SiteGate | null;
  readonly commands: readonly PlannedCommand[];
  readonly steps: readonly Step[];
  readonly passage?: Passage | ReaderPassage;
  /** The passage that this event is a further detection of. */
  readonly joined?: Passage | ReaderPassage;
  readonly reservationUse?: { readonly reservationId: number; readonly direction: GateType };
  /** What the passage changes once it is confirmed. */
  readonly hold?: PassageHold;
  /** The pass that an entry at a reader without a gate used up. */
  readonly usedPassId?: number;
  /** A read at this gate, which confirms the vehicle's passage at the opposite one; `hasPassed`: at this one. */
  readonly seen?: {
    readonly gateId: number;
    readonly vehicle: string;
    readonly direction: GateType;
    readonly fromAreaId: number | null;
    readonly hasPassed: boolean;
  };
  readonly messages: readonly OutgoingMessage[];
  readonly alerts: readonly AlertCause[];
  /** Slots whose state was reported, with their new value. */
  readonly slotReports: readonly { readonly variableId: number; readonly current: number; readonly at: Date }[];
}

/** The identifiers that an event has seen, admitted or not. A further read of a passage sees nothing new. */
export const seenIdentifiers = ({ passageOf, trace }: EventRecord): number[] =>
  passageOf === undefined ? trace.candidates.filter(({ kind }) => kind === "identifier").map(({ id }) => id) : [];

/** The fields that every event record has; each kind of event adds its own. */
export function toEventRecord(event: NumberedEvent, trace: DecisionTrace, status: EventStatus): EventRecord {
  const { id, module, timing, occurredAt, receivedAt, deviceId, source } = event;
  return {
    id,
    module,
    status,
    timing,
    occurredAt,
    receivedAt,
    deviceId,
    cameraId: source.camera?.id,
    controllerId: source.controller?.id,
    sensorId: source.sensor?.id,
    sourceName: source.name,
    sourceUid: source.uid,
    direction: trace.direction,
    isGranted: trace.isGranted,
    reason: trace.reason,
    trace,
    listing: "elsewhere",
  };
}

/** An outcome without effects besides its event. */
export const onlyStored = (event: EventRecord): Outcome => ({
  event,
  gate: null,
  commands: [],
  steps: [],
  messages: [],
  alerts: [],
  slotReports: [],
});
