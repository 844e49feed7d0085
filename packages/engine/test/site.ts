import type { Detection } from "@gatehouse/contract/events/detection";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import type { PlannedCommand } from "../src/commands/plan.ts";
import { decideEvent } from "../src/decision/decide-event.ts";
import {
  applyOutcome,
  emptyContext,
  type Identifier,
  identifierKey,
  type RunningContext,
} from "../src/decision/decision-context.ts";
import { findSource, type Sender, toIncomingEvent } from "../src/events/incoming-event.ts";
import type { Counter, Site, SiteCamera, SiteDevice, SiteGate, SiteSensor } from "../src/site/site.ts";
import { identifier, reservation } from "./question.ts";

/** A message of a device, with the device's event id. */
export type SiteEvent = { readonly id: number; readonly at: Date; readonly receivedAt: Date } & (
  | { readonly kind: "read"; readonly gate: GateType; readonly plate: string; readonly by: "LICENSE_PLATE" | "RFID" }
  | ({ readonly kind: "count" } & Pick<Extract<Detection, { kind: "count" }>, "direction" | "vehicleClass" | "count">)
  | { readonly kind: "slots"; readonly slots: Extract<Detection, { kind: "slots" }>["slots"] }
  | { readonly kind: "loop" }
);

export type Sent = { readonly eventId: number; readonly vehicle: string; readonly at: Date } & PlannedCommand;

/** A registered plate, one with a single-use reservation, and an unregistered one. */
export const plates = ["KNOWN", "BOOKED", "STRANGER"] as const;

const gateIds: Record<GateType, number> = { N: 1, X: 2 };
const loopId = 3;
const countingCameraId = 3;
const slotCameraId = 4;

const counter = (id: number, over: Partial<Counter> = {}): Counter => ({
  id,
  direction: null,
  vehicleClass: null,
  slot: null,
  ...over,
});

const counters = new Map<string, Counter[]>([
  [
    `camera ${countingCameraId}`,
    [
      counter(1, { direction: "N", vehicleClass: "2w" }),
      counter(2, { direction: "N", vehicleClass: "4w" }),
      counter(3, { direction: "X", vehicleClass: "2w" }),
      counter(4, { direction: "X", vehicleClass: "4w" }),
    ],
  ],
  [`camera ${slotCameraId}`, [counter(5, { slot: "A1" }), counter(6, { slot: "A2" })]],
  [`sensor ${loopId}`, [counter(7, { direction: "N" })]],
  ["sensor 1", [counter(8, { direction: "N" })]],
  ["sensor 2", [counter(9, { direction: "X" })]],
]);

const camera = (id: number, module: ModuleKind): SiteCamera => ({
  id,
  deviceId: id,
  module,
  name: `Camera ${id}`,
  uids: [String(id)],
  isSaved: true,
  isBidirectional: false,
  gateType: null,
  lane: null,
  tvm: null,
});

const device = (id: number, module: ModuleKind): SiteDevice => ({
  id,
  module,
  cameras: [camera(id, module)],
  controllers: [],
  opensWithoutTime: false,
});

/** The camera of the entry, at which vehicles pass in both directions. */
export const bidirectionalCamera: SiteCamera = { ...camera(gateIds.N, "ANPR_ACCESS_CONTROL"), isBidirectional: true };

export const deviceOf = (one: SiteCamera): SiteDevice => ({ ...device(one.id, one.module), cameras: [one] });

const sensor = (id: number, scope: SiteSensor["scope"], gateType: GateType): SiteSensor => ({
  id,
  uid: String(id),
  name: `Sensor ${id}`,
  scope,
  gateType,
  barrier: null,
});

const gate = (type: GateType): SiteGate => ({
  id: gateIds[type],
  name: type,
  type,
  cameraId: gateIds[type],
  sensorId: gateIds[type],
  barrier: { id: gateIds[type], name: "Boom", seconds: null },
  buzzer: null,
  displays: [],
});

const gates = new Map([gate("N"), gate("X")].map((one) => [one.id, one]));

/** A configured site with a gate in each direction. */
export const site: Site = {
  modules: everyModule(true),
  configs: { eventFreshSeconds: 30, passageSeconds: 10, ticketUrl: "" },
  gates,
  gateOfCamera: gates,
  gateOfSensor: gates,
  displays: new Map(),
  counters,
  rfidVehicleTypes: [],
  hasMygate: false,
};

const registered = (type: Identifier["type"]): Identifier => ({
  ...identifier({ vehicle: "KNOWN" }),
  type,
  normalized: "KNOWN",
  origin: "ADMIN",
  externalId: null,
});

const booking = {
  ...reservation({
    vehicle: "BOOKED",
    validFrom: new Date("2026-03-10T00:00:00Z"),
    validTo: new Date("2026-03-11T00:00:00Z"),
  }),
  lpNormalized: "BOOKED",
  rfidNormalized: "BOOKED",
};

const types = ["LICENSE_PLATE", "RFID"] as const;

/** Runs the engine on one event after the other, with the stored state in memory. */
export class SiteRun {
  readonly sent: Sent[] = [];
  private readonly taken = new Set<number>();
  private readonly values = new Map([...counters.values()].flat().map(({ id, slot }) => [id, slot === null ? 0 : 1]));
  private readonly context: RunningContext = {
    ...emptyContext(),
    identifiers: new Map(types.map((type) => [identifierKey(type, "KNOWN"), [registered(type)]])),
    reservations: new Map(types.map((type) => [identifierKey(type, "BOOKED"), [booking]])),
    slots: new Map([5, 6].map((id) => [id, { current: 1, reportedAt: null }])),
  };

  /** Processes a message of a device; duplicates are dropped. */
  receive(sent: SiteEvent): void {
    if (this.taken.has(sent.id)) return;
    this.taken.add(sent.id);
    const { sender, module, detection } = toDetection(sent);
    const source = findSource(site, sender, null);
    if (!source) throw new Error("the site has no such source");
    const { receivedAt } = sent;
    const event = {
      ...toIncomingEvent(site, { sender, source, module, detection, receivedAt, elapsedMs: this.context.elapsedMs }),
      id: sent.id,
    };
    const outcome = decideEvent(site, this.context, event);
    applyOutcome(this.context, outcome);
    for (const { variableId, delta } of outcome.steps)
      this.values.set(variableId, (this.values.get(variableId) ?? 0) + delta);
    const vehicle = outcome.passage?.vehicle ?? "";
    this.sent.push(...outcome.commands.map((command) => ({ ...command, eventId: sent.id, vehicle, at: receivedAt })));
  }

  /** The values of the base variables and the uses of the reservation. */
  get counts() {
    const { entries, exits } = this.context.uses.get(booking.id) ?? { entries: 0, exits: 0 };
    return { values: [...this.values], uses: { N: entries, X: exits } };
  }
}

function toDetection(sent: SiteEvent): { sender: Sender; module: EventModule; detection: Detection } {
  const base = { eventId: String(sent.id), source: null, at: sent.at };
  switch (sent.kind) {
    case "read":
      return sent.by === "RFID"
        ? {
            sender: { kind: "sensor", sensor: sensor(gateIds[sent.gate], "ac", sent.gate) },
            module: "RFID_ACCESS_CONTROL",
            detection: { ...base, kind: "tag", tag: sent.plate, direction: null },
          }
        : {
            sender: { kind: "device", device: device(gateIds[sent.gate], "ANPR_ACCESS_CONTROL") },
            module: "ANPR_ACCESS_CONTROL",
            detection: {
              ...base,
              kind: "plate",
              plate: sent.plate,
              confidence: null,
              direction: null,
              vehicleType: null,
              speed: null,
              images: [],
              isAfterwards: false,
            },
          };
    case "count": {
      const { direction, vehicleClass, count } = sent;
      return {
        sender: { kind: "device", device: device(countingCameraId, "CAMERA_COUNTING") },
        module: "CAMERA_COUNTING",
        detection: { ...base, kind: "count", direction, vehicleClass, count },
      };
    }
    case "slots":
      return {
        sender: { kind: "device", device: device(slotCameraId, "EPLD") },
        module: "EPLD",
        detection: { ...base, kind: "slots", slots: sent.slots },
      };
    case "loop":
      return {
        sender: { kind: "sensor", sensor: sensor(loopId, "loop", "N") },
        module: "LOOP_DETECTOR",
        detection: { ...base, kind: "loop" },
      };
  }
}
