import type { DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import type { EventModule, EventStatus, EventTiming } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { PlannedCommand } from "@gatehouse/engine/commands/plan";
import type { Step } from "@gatehouse/engine/counting/base-variable";
import type { AlertCause } from "../../entities/alert/alert.store.ts";
import type { OutboxMessage } from "../outbox.ts";
import type { Arrival } from "./arrival.ts";
import type { SiteGate } from "./site-wiring.ts";

/** An event as its row is written; what is left out is null. */
export interface StoredEvent {
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
  shelf: "gate" | "elsewhere" | "again";
}

/** A passage as its row is written. */
export interface StoredPassage {
  gateId: number;
  vehicle: string;
  eventId: number;
  occurredAt: Date;
  at: Date;
  module: EventModule;
  isGranted: boolean;
  isCounted: boolean;
}

/** What came of one arrival: everything that is written down with it, and what is to be done about it. */
export interface Outcome {
  readonly event: StoredEvent;
  readonly gate: SiteGate | null;
  readonly commands: readonly PlannedCommand[];
  readonly steps: readonly Step[];
  readonly passage?: StoredPassage;
  /** The first event of the passage that this one is a further sighting of. */
  readonly joined?: StoredPassage;
  readonly reservationUse?: { readonly reservationId: number; readonly direction: GateType };
  readonly notices: readonly OutboxMessage[];
  readonly alerts: readonly AlertCause[];
  /** Slots whose state was told, and for when. */
  readonly told: readonly { readonly variableId: number; readonly at: Date }[];
  /** SAFE-5: when another process may send the commands at the latest. */
  readonly sendBy?: Date;
}

/** What an event's row says whatever it is about; each kind fills in its own. */
export function eventRow(id: number, arrival: Arrival, trace: DecisionTrace, status: EventStatus): StoredEvent {
  const { module, timing, occurredAt, receivedAt, deviceId, source } = arrival;
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
    shelf: "elsewhere",
  };
}

/** An outcome that is nothing but its event. */
export const onlyStored = (event: StoredEvent): Outcome => ({
  event,
  gate: null,
  commands: [],
  steps: [],
  notices: [],
  alerts: [],
  told: [],
});
