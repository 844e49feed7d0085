import { randomUUID } from "node:crypto";
import type { NamedBay } from "../devices/parking-bays.ts";
import type { FeedName } from "../feeds/registry.ts";
import type { Said } from "../gatehouse/gatehouse-link.ts";
import { type GatePlan, gatePlans } from "../plan/gate-plan.ts";
import type { Vehicle } from "../plan/vehicle-plan.ts";
import type { PlateRead, Sightings, Told } from "./detections.ts";

/** A car that drives up at a gate. */
export interface Visit {
  readonly gate: string;
  readonly vehicle: Pick<Vehicle, "plate" | "tag" | "type">;
  readonly by: "plate" | "tag";
  readonly feed?: FeedName | undefined;
  /** At a gate that is passed both ways. */
  readonly direction?: "N" | "X" | undefined;
}

/** Where a car at a gate is. */
export type CarPlace = "arriving" | "waiting" | "passing" | "turning";

/** How a visit went. */
export type VisitEnd = "passed" | "turned away";

/** Cars that drive up, wait for the arm, pass or turn away, and park. */
export interface Journeys {
  /** Lets a car drive up: what its camera or reader was answered, and how it ended. */
  driveUp(visit: Visit): { readonly said: Promise<Said>; readonly end: Promise<VisitEnd> };
  /** Lets a camera or reader read it, and nothing else. */
  read(visit: Visit & Told & Pick<PlateRead, "isAfterwards">): Promise<Said>;
  /** Who stands at a gate. */
  at(gate: string): { readonly plate: string; readonly place: CarPlace } | null;
  /** How many wait behind. */
  waiting(gate: string): number;
  /** The vehicles inside that are not on their way out, the first to come in first. */
  inside(): readonly Visit["vehicle"][];
  /** Whether a vehicle is inside, at a gate or waiting there. */
  isHere(plate: string): boolean;
  /** Puts a vehicle inside that came in before anyone looked. */
  settle(vehicle: Visit["vehicle"], bay: NamedBay | null): void;
  stop(): void;
}

/** What journeys need of the site. */
export interface JourneyWorld {
  readonly sightings: Sightings;
  /** Whether a gate's arm was raised since a moment. */
  isRaisedSince(gate: GatePlan, since: Date): boolean;
  /** A free bay to park in, taken at once; or none. */
  park(): Promise<NamedBay | null>;
  leave(bay: NamedBay): Promise<void>;
  /** Waits; the longer, the slower the site is played. */
  pause(ms: number): Promise<void>;
}

const times = { arriveMs: 1_200, patienceMs: 5_000, lookMs: 150, passMs: 1_400, turnMs: 1_400, parkMs: 2_500 };

/** Starts with an empty site. */
export function openJourneys({ sightings, isRaisedSince, park, leave, pause }: JourneyWorld): Journeys {
  const cars = new Map<string, { plate: string; place: CarPlace }>();
  const queues = new Map<string, { tail: Promise<unknown>; length: number }>();
  const underWay = new Set<string>();
  const parked = new Map<string, { vehicle: Visit["vehicle"]; bay: NamedBay | null }>();
  let isStopped = false;

  const read: Journeys["read"] = ({ gate: name, vehicle, by, feed, direction, isAfterwards, eventId, at }) => {
    const gate = gateOf(name);
    if (by === "tag" && gate.reader !== null) return sightings.tag(gate.reader, vehicle.tag ?? "", { eventId, at });
    const { device, id } = gate.camera;
    return sightings.plate({
      device,
      camera: id,
      plate: vehicle.plate,
      vehicleType: vehicle.type,
      feed: feed ?? gate.camera.feed,
      direction: gate.isBidirectional ? (direction ?? gate.direction) : undefined,
      isAfterwards,
      eventId,
      at,
    });
  };

  /** An arm that is still up for the car before lets nobody else in. */
  async function untilRaised(gate: GatePlan, since: Date): Promise<boolean> {
    for (let waited = 0; waited < times.patienceMs && !isStopped; waited += times.lookMs) {
      if (isRaisedSince(gate, since)) return true;
      await pause(times.lookMs);
    }
    return isRaisedSince(gate, since);
  }

  async function visit(one: Visit, heard: (said: Said) => void): Promise<VisitEnd> {
    const gate = gateOf(one.gate);
    const eventId = randomUUID();
    const move = (place: CarPlace) => cars.set(one.gate, { plate: one.vehicle.plate, place });
    move("arriving");
    await pause(times.arriveMs);
    move("waiting");
    const since = new Date();
    heard(await read({ ...one, eventId }));
    const isLetIn = await untilRaised(gate, since);
    move(isLetIn ? "passing" : "turning");
    await pause(isLetIn ? times.passMs : times.turnMs);
    cars.delete(one.gate);
    if (one.by === "plate") void tellAfterwards(one, gate, eventId).catch(() => {});
    if (!isLetIn) return "turned away";
    if (gate.loop !== null) await sightings.pulse(gate.loop);
    const direction = one.direction ?? gate.direction;
    void (direction === "N" ? goIn(one.vehicle) : goOut(one.vehicle)).catch(() => {});
    return "passed";
  }

  /** Some cameras tell of a car once more when it has left their picture. */
  async function tellAfterwards(one: Visit, gate: GatePlan, eventId: string): Promise<void> {
    if ((one.feed ?? gate.camera.feed) !== "axis") return;
    await read({ ...one, eventId, isAfterwards: true });
  }

  async function goIn(vehicle: Visit["vehicle"]): Promise<void> {
    const stay = { vehicle, bay: null as NamedBay | null };
    parked.set(vehicle.plate, stay);
    await countOnRamp(vehicle, "N");
    await pause(times.parkMs);
    if (!isStopped) stay.bay = await park();
  }

  async function goOut(vehicle: Visit["vehicle"]): Promise<void> {
    const bay = parked.get(vehicle.plate)?.bay;
    parked.delete(vehicle.plate);
    if (bay) await leave(bay);
    await countOnRamp(vehicle, "X");
  }

  const countOnRamp = (vehicle: Visit["vehicle"], direction: "N" | "X") =>
    sightings.count(
      { device: "ramp-count", camera: direction === "N" ? "31" : "32" },
      { direction, vehicleClass: vehicle.type === "2W" ? "2w" : "4w", count: 1 },
    );

  return {
    read,
    driveUp: (one) => {
      gateOf(one.gate);
      const queue = queues.get(one.gate) ?? { tail: Promise.resolve(), length: 0 };
      queues.set(one.gate, queue);
      queue.length += 1;
      underWay.add(one.vehicle.plate);
      const said = Promise.withResolvers<Said>();
      const end = queue.tail
        .then(() => visit(one, said.resolve))
        .finally(() => {
          queue.length -= 1;
          underWay.delete(one.vehicle.plate);
        });
      queue.tail = end.catch(said.reject);
      said.promise.catch(() => {});
      return { said: said.promise, end };
    },
    at: (gate) => cars.get(gate) ?? null,
    waiting: (gate) => Math.max(0, (queues.get(gate)?.length ?? 0) - 1),
    inside: () => [...parked.values()].map(({ vehicle }) => vehicle).filter(({ plate }) => !underWay.has(plate)),
    isHere: (plate) => parked.has(plate) || underWay.has(plate),
    settle: (vehicle, bay) => void parked.set(vehicle.plate, { vehicle, bay }),
    stop: () => {
      isStopped = true;
    },
  };
}

function gateOf(name: string): GatePlan {
  const gate = gatePlans.find((one) => one.name === name);
  if (!gate) throw new Error(`There is no gate ${name}.`);
  return gate;
}
