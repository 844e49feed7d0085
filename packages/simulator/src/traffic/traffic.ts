import { randomUUID } from "node:crypto";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { NamedBay } from "../devices/parking-bays.ts";
import type { FeedName } from "../feeds/registry.ts";
import type { Delivery } from "../gatehouse/gatehouse-link.ts";
import { type GatePlan, gatePlans } from "../plan/gate-plan.ts";
import type { Vehicle } from "../plan/vehicle-plan.ts";
import type { Detections, EventStamp, PlateRead } from "./detections.ts";

/** A car that drives up to a gate. */
export interface Visit {
  readonly gate: string;
  readonly vehicle: Pick<Vehicle, "plate" | "tag" | "type">;
  readonly by: "plate" | "tag";
  readonly feed?: FeedName | undefined;
  /** Used at a bidirectional gate only. */
  readonly direction?: "N" | "X" | undefined;
}

/** Position of a car at a gate. */
export type CarPosition = "arriving" | "waiting" | "passing" | "turning";

/** Result of a visit. */
export type VisitOutcome = "passed" | "turned away";

/** The cars on the site: they queue at gates, wait for the barrier, pass or turn away, and park. */
export interface Traffic {
  /** Queues a car at a gate: `delivery` is the read event, `outcome` the result of the visit. */
  driveUp(visit: Visit): { readonly delivery: Promise<Delivery>; readonly outcome: Promise<VisitOutcome> };
  /** Sends the read event of a visit without moving a car. */
  read(visit: Visit & EventStamp & Pick<PlateRead, "hasLeftView">): Promise<Delivery>;
  /** The car at the front of a gate's queue. */
  carAt(gate: string): { readonly plate: string; readonly position: CarPosition } | null;
  /** Number of cars behind the first one. */
  waitingBehind(gate: string): number;
  /** The vehicles inside that are not leaving, oldest first. */
  inside(): readonly Visit["vehicle"][];
  /** Whether a vehicle is inside or in a queue. */
  isOnSite(plate: string): boolean;
  /** Puts a vehicle inside without any events. */
  placeInside(vehicle: Visit["vehicle"], bay: NamedBay | null): void;
  stop(): void;
}

/** What the traffic needs from the site. */
export interface TrafficDependencies {
  readonly detections: Detections;
  /** Whether a gate's barrier was raised at or after a time. */
  wasRaisedSince(gate: GatePlan, since: Date): boolean;
  /** Occupies a free bay; null if there is none. */
  park(): Promise<NamedBay | null>;
  leave(bay: NamedBay): Promise<void>;
  /** Waits while a car moves; the speed of the site applies. */
  pause(ms: number): Promise<void>;
  /** Waits for the barrier, which does not move faster at a higher speed of the site. */
  wait(ms: number): Promise<void>;
}

const arriveMs = 1_200;
const maxWaitMs = 5_000;
const pollMs = 150;
const passMs = 1_400;
const turnMs = 1_400;
const parkMs = 2_500;

/** Creates the traffic of an empty site. */
export function createTraffic({ detections, wasRaisedSince, park, leave, pause, wait }: TrafficDependencies): Traffic {
  const cars = new Map<string, { plate: string; position: CarPosition }>();
  const queues = new Map<string, { tail: Promise<unknown>; length: number }>();
  const queued = new Set<string>();
  const inside = new Map<string, { vehicle: Visit["vehicle"]; bay: NamedBay | null }>();
  let isStopped = false;

  const read: Traffic["read"] = ({ gate: name, vehicle, by, feed, direction, hasLeftView, eventId, at }) => {
    const gate = findGate(name);
    if (by === "tag" && gate.reader !== null)
      return detections.tag(gate.reader, assertFound(vehicle.tag, "a vehicle without a tag"));
    const { device, id } = gate.camera;
    return detections.plate({
      device,
      camera: id,
      plate: vehicle.plate,
      vehicleType: vehicle.type,
      feed: feed ?? gate.camera.feed,
      direction: gate.isBidirectional ? (direction ?? gate.direction) : undefined,
      hasLeftView,
      eventId,
      at,
    });
  };

  /** A barrier that is still up for the previous car doesn't count. */
  async function waitUntilRaised(gate: GatePlan, since: Date): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < maxWaitMs && !isStopped; waitedMs += pollMs) {
      if (wasRaisedSince(gate, since)) return true;
      await wait(pollMs);
    }
    return wasRaisedSince(gate, since);
  }

  async function runVisit(visit: Visit, onDelivered: (delivery: Delivery) => void): Promise<VisitOutcome> {
    const gate = findGate(visit.gate);
    const eventId = randomUUID();
    const moveTo = (position: CarPosition) => cars.set(visit.gate, { plate: visit.vehicle.plate, position });
    moveTo("arriving");
    await pause(arriveMs);
    moveTo("waiting");
    const since = new Date();
    onDelivered(await read({ ...visit, eventId }));
    const isAdmitted = await waitUntilRaised(gate, since);
    moveTo(isAdmitted ? "passing" : "turning");
    await pause(isAdmitted ? passMs : turnMs);
    cars.delete(visit.gate);
    if (visit.by === "plate") void sendLeftView(visit, gate, eventId).catch(() => {});
    if (!isAdmitted) return "turned away";
    if (gate.loop !== null) await detections.pulse(gate.loop);
    const direction = visit.direction ?? gate.direction;
    void (direction === "N" ? enter(visit.vehicle) : exit(visit.vehicle)).catch(() => {});
    return "passed";
  }

  /** Axis cameras send a second event when the car leaves their view. */
  async function sendLeftView(visit: Visit, gate: GatePlan, eventId: string): Promise<void> {
    if ((visit.feed ?? gate.camera.feed) !== "axis") return;
    await read({ ...visit, eventId, hasLeftView: true });
  }

  async function enter(vehicle: Visit["vehicle"]): Promise<void> {
    const stay = { vehicle, bay: null as NamedBay | null };
    inside.set(vehicle.plate, stay);
    await countOnRamp(vehicle, "N");
    await pause(parkMs);
    if (!isStopped) stay.bay = await park();
  }

  async function exit(vehicle: Visit["vehicle"]): Promise<void> {
    const bay = inside.get(vehicle.plate)?.bay;
    inside.delete(vehicle.plate);
    if (bay) await leave(bay);
    await countOnRamp(vehicle, "X");
  }

  const countOnRamp = (vehicle: Visit["vehicle"], direction: "N" | "X") =>
    detections.count(
      { device: "ramp-count", camera: direction === "N" ? "31" : "32" },
      { direction, vehicleClass: vehicle.type === "2W" ? "2w" : "4w", count: 1 },
    );

  return {
    read,
    driveUp: (visit) => {
      findGate(visit.gate);
      const queue = queues.get(visit.gate) ?? { tail: Promise.resolve(), length: 0 };
      queues.set(visit.gate, queue);
      queue.length += 1;
      queued.add(visit.vehicle.plate);
      const delivery = Promise.withResolvers<Delivery>();
      const outcome = queue.tail
        .then(() => runVisit(visit, delivery.resolve))
        .finally(() => {
          queue.length -= 1;
          queued.delete(visit.vehicle.plate);
        });
      queue.tail = outcome.catch(delivery.reject);
      delivery.promise.catch(() => {});
      return { delivery: delivery.promise, outcome };
    },
    carAt: (gate) => cars.get(gate) ?? null,
    waitingBehind: (gate) => Math.max(0, (queues.get(gate)?.length ?? 0) - 1),
    inside: () => [...inside.values()].map(({ vehicle }) => vehicle).filter(({ plate }) => !queued.has(plate)),
    isOnSite: (plate) => inside.has(plate) || queued.has(plate),
    placeInside: (vehicle, bay) => void inside.set(vehicle.plate, { vehicle, bay }),
    stop: () => {
      isStopped = true;
    },
  };
}

function findGate(name: string): GatePlan {
  const gate = gatePlans.find((plan) => plan.name === name);
  if (!gate) throw new Error(`No gate is called ${name}.`);
  return gate;
}
