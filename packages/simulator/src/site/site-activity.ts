import { setTimeout as sleep } from "node:timers/promises";
import type { ParkedCars } from "../devices/parking-bays.ts";
import { baysOf, type NamedBay } from "../devices/parking-bays.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { Gatehouse } from "../gatehouse/gatehouse-link.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import { residents } from "../plan/vehicle-plan.ts";
import type { Stage } from "../scenarios/scenario.ts";
import { type Director, openDirector } from "../scenarios/scenario-runner.ts";
import { openSightings, type Sightings } from "../traffic/detections.ts";
import { type Journeys, openJourneys, type VisitEnd } from "../traffic/traffic.ts";

/** What moves on the site: cars, and the worlds that send them. */
export interface Life {
  readonly sightings: Sightings;
  readonly journeys: Journeys;
  readonly director: Director;
  /** Puts that many residents inside without anyone seeing them come. */
  populate(count: number): void;
  /** Tells how every slot is, as sensors do when they are switched on. */
  tellSlots(): Promise<void>;
  stop(): Promise<void>;
}

interface Surroundings {
  readonly gatehouse: Gatehouse;
  readonly devices: readonly SimulatedDevice[];
  readonly parked: ParkedCars;
  readonly pace: number;
  board(name: string): RelayBoard;
}

/** Brings a site to life. */
export function openLife({ gatehouse, devices, parked, pace, board }: Surroundings): Life {
  const over = new AbortController();
  const wait = (ms: number, signal: AbortSignal) => sleep(ms * pace, undefined, { signal, ref: false }).catch(() => {});
  const sightings = openSightings(gatehouse, devices);
  const stateOf = (bay: NamedBay) => (parked.isTaken(bay) ? "occupied" : "free");

  const anyFreeBay = () => {
    const free = baysOf(devices).filter((bay) => !parked.isTaken(bay));
    return free[Math.floor(Math.random() * free.length)] ?? null;
  };

  const journeys = openJourneys({
    sightings,
    isRaisedSince: ({ barrier }, since) =>
      board(barrier.board).relays.pulses.some(({ relay, from }) => relay === barrier.relay && from >= since),
    park: async () => {
      const bay = anyFreeBay();
      if (!bay) return null;
      parked.park(bay);
      await sightings.slots([bay], stateOf);
      return bay;
    },
    leave: async (bay) => {
      parked.leave(bay);
      await sightings.slots([bay], stateOf);
    },
    pause: (ms) => wait(ms, over.signal),
  });

  const stage = (signal: AbortSignal): Stage => ({
    // A world that is over does not wait for the car that it has sent last.
    driveUp: (visit) => Promise.race([journeys.driveUp(visit).end, aborted(signal)]),
    queueAt: (gate) => journeys.waiting(gate) + (journeys.at(gate) ? 1 : 0),
    inside: journeys.inside,
    isHere: journeys.isHere,
    driveBy: async (plate, kmph) => {
      const camera = Math.random() < 0.5 ? "21" : "22";
      const read = { device: "speed-watch", camera, plate, vehicleType: "CAR", feed: "gatehouse" } as const;
      await sightings.plate({ ...read, speed: Math.round(kmph * 10) / 10 });
    },
    passHall: async (direction) => {
      const from = { device: "entrance-count", camera: direction === "N" ? "1" : "2" };
      await sightings.count(from, { direction, vehicleClass: Math.random() < 0.3 ? "2w" : "4w", count: 1 });
    },
    behave: (name, fault) => board(name).behave(fault),
    pick: (list) => list[Math.floor(Math.random() * list.length)] as (typeof list)[number],
    happens: (likelihood) => Math.random() < likelihood,
    between: (least, most) => least + Math.random() * (most - least),
    pause: (ms) => wait(ms, signal),
    isOver: () => signal.aborted,
  });
  const director = openDirector(stage);

  return {
    sightings,
    journeys,
    director,
    populate: (count) => {
      for (const vehicle of residents.filter(({ plate }) => !journeys.isHere(plate)).slice(0, Math.max(0, count))) {
        const bay = anyFreeBay();
        if (bay) parked.park(bay);
        journeys.settle(vehicle, bay);
      }
    },
    tellSlots: async () => {
      const watchers = Map.groupBy(baysOf(devices), ({ device, source }) => `${device}/${source}`);
      for (const bays of watchers.values()) await sightings.slots(bays, stateOf);
    },
    stop: async () => {
      journeys.stop();
      over.abort();
      gatehouse.hangUp();
      await director.stop();
    },
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<VisitEnd>((resolve) => {
    signal.addEventListener("abort", () => resolve("turned away"), { once: true });
  });
