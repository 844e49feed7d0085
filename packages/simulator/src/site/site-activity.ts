import { setTimeout as sleep } from "node:timers/promises";
import { type BayOccupancy, listBays, type NamedBay } from "../devices/parking-bays.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { ExternalSystems } from "../external/external-systems.ts";
import type { GatehouseLink } from "../gatehouse/gatehouse-link.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import type { SimulatedReader } from "../hardware/simulated-reader.ts";
import { findLoopInput } from "../plan/hardware-plan.ts";
import type { Vehicle } from "../plan/vehicle-plan.ts";
import type { ScenarioContext } from "../scenarios/scenario.ts";
import { createScenarioRunner, type ScenarioRunner } from "../scenarios/scenario-runner.ts";
import { createDetections, type Detections } from "../traffic/detections.ts";
import { createTraffic, type Traffic, type VisitOutcome } from "../traffic/traffic.ts";

interface FaultDependencies {
  board(name: string): RelayBoard;
  readonly devices: readonly SimulatedDevice[];
  readonly external: ExternalSystems;
  setDatabaseSlow(isSlow: boolean): Promise<void>;
}

type SiteFaults = Pick<
  ScenarioContext,
  "setBoardFault" | "setLoopStuck" | "setSlotRenamed" | "setExternalDown" | "mygateVehicles" | "setDatabaseSlow"
>;

const loop = "entry-loop";
const renamed = { device: "deck-watch", camera: "11", slot: "1", name: "A1", otherName: "A1 north" };

/** What a scenario can break on the site. */
function createSiteFaults({ board, devices, external, setDatabaseSlow }: FaultDependencies): SiteFaults {
  return {
    setDatabaseSlow,
    setBoardFault: (name, fault) => board(name).setFault(fault),
    setLoopStuck: (isStuck) => {
      const wire = findLoopInput(loop);
      if (wire) board(wire.board).inputs.setStuck(wire.input, isStuck);
    },
    setSlotRenamed: (isRenamed) => {
      const device = devices.find(({ plan }) => plan.name === renamed.device);
      const camera = device?.cameras.find(({ id }) => id === renamed.camera);
      const slot = camera?.slots.find(({ id }) => id === renamed.slot);
      if (slot) slot.name = isRenamed ? renamed.otherName : renamed.name;
    },
    setExternalDown: (isDown) => external.setFault(isDown ? "unavailable" : "normal"),
    mygateVehicles: () => external.mygate.vehicles().map(({ plate }) => ({ plate, tag: null, type: "CAR" })),
  };
}

/** Time that a car needs to cross a loop. */
const carOnLoopMs = 800;

/** Share of the watched bays that cars of an earlier start occupy; the others park where no sensor is. */
const busyShare = 0.6;

/** The cars on the site, their events and the running scenario. */
export interface SiteActivity {
  readonly detections: Detections;
  readonly traffic: Traffic;
  readonly scenarioRunner: ScenarioRunner;
  /** How many times faster cars and scenarios move; 1 to `maxSpeed`. */
  speed(): number;
  setSpeed(speed: number): void;
  /** Puts vehicles inside without any events. */
  populate(vehicles: readonly Vehicle[]): void;
  /** Reports the state of every slot, as sensors do when they are switched on. */
  reportSlots(): Promise<void>;
  stop(): Promise<void>;
}

/** The highest speed. */
export const maxSpeed = 60;

interface ActivityDependencies {
  readonly gatehouse: GatehouseLink;
  readonly external: ExternalSystems;
  readonly devices: readonly SimulatedDevice[];
  readonly readers: readonly SimulatedReader[];
  readonly occupancy: BayOccupancy;
  readonly timeScale: number;
  board(name: string): RelayBoard;
  setDatabaseSlow(isSlow: boolean): Promise<void>;
}

/** Creates the activity of an empty site. */
export function createSiteActivity(dependencies: ActivityDependencies): SiteActivity {
  const { gatehouse, external, devices, readers, occupancy, timeScale, board } = dependencies;
  const stopping = new AbortController();
  let speed = 1;
  const wait = (ms: number, signal: AbortSignal) =>
    sleep(ms * timeScale, undefined, { signal, ref: false }).catch(() => {});
  const pause = (ms: number, signal: AbortSignal) => wait(ms / speed, signal);
  const detections = createDetections(gatehouse, devices, readers, (loop) => {
    const wire = findLoopInput(loop);
    if (wire) board(wire.board).inputs.occupy(wire.input, carOnLoopMs);
    return wire !== undefined;
  });
  const toState = (bay: NamedBay) => (occupancy.isOccupied(bay) ? "occupied" : "free");

  const pickFreeBay = () => {
    const free = listBays(devices).filter((bay) => !occupancy.isOccupied(bay));
    return free[Math.floor(Math.random() * free.length)] ?? null;
  };

  const traffic = createTraffic({
    detections,
    wasRaisedSince: ({ barrier }, since) => {
      const { relays, arms } = board(barrier.board);
      if (arms.isStuck(barrier.relay)) return false;
      return relays.pulses.some(({ relay, from }) => relay === barrier.relay && from >= since);
    },
    park: async () => {
      const bay = pickFreeBay();
      if (!bay) return null;
      occupancy.park(bay);
      await detections.slots([bay], toState);
      return bay;
    },
    leave: async (bay) => {
      occupancy.leave(bay);
      await detections.slots([bay], toState);
    },
    pause: (ms) => pause(ms, stopping.signal),
    wait: (ms) => wait(ms, stopping.signal),
  });
  const faults = createSiteFaults({ board, devices, external, setDatabaseSlow: dependencies.setDatabaseSlow });

  const createContext = (signal: AbortSignal): ScenarioContext => ({
    // A stopped scenario doesn't wait for its last car.
    driveUp: (visit) => untilAborted(traffic.driveUp(visit).outcome, signal),
    queueLength: (gate) => traffic.waitingBehind(gate) + (traffic.carAt(gate) ? 1 : 0),
    inside: traffic.inside,
    isOnSite: traffic.isOnSite,
    passSpeedCamera: async (plate, kmph) => {
      const camera = Math.random() < 0.5 ? "21" : "22";
      const read = { device: "speed-watch", camera, plate, vehicleType: "CAR", feed: "gatehouse" } as const;
      await detections.plate({ ...read, speed: Math.round(kmph * 10) / 10 });
    },
    passHallCamera: async (direction) => {
      const from = { device: "entrance-count", camera: direction === "N" ? "1" : "2" };
      await detections.count(from, { direction, vehicleClass: Math.random() < 0.3 ? "2w" : "4w", count: 1 });
    },
    changeBay: async () => {
      const bay = pickFreeBay() ?? listBays(devices)[0];
      if (!bay) return;
      if (occupancy.isOccupied(bay)) occupancy.leave(bay);
      else occupancy.park(bay);
      await detections.slots([bay], toState);
    },
    ...faults,
    pick: (list) => list[Math.floor(Math.random() * list.length)] as (typeof list)[number],
    chance: (probability) => Math.random() < probability,
    randomBetween: (min, max) => min + Math.random() * (max - min),
    pause: (ms) => pause(ms, signal),
    isStopped: () => signal.aborted,
  });
  const scenarioRunner = createScenarioRunner(createContext);

  return {
    detections,
    traffic,
    scenarioRunner,
    speed: () => speed,
    setSpeed: (next) => {
      speed = next;
    },
    populate: (vehicles) => {
      for (const vehicle of vehicles.filter(({ plate }) => !traffic.isOnSite(plate))) {
        const bays = listBays(devices);
        const isBusy = bays.filter(occupancy.isOccupied).length > bays.length * busyShare;
        const bay = isBusy ? null : pickFreeBay();
        if (bay) occupancy.park(bay);
        traffic.placeInside(vehicle, bay);
      }
    },
    reportSlots: async () => {
      const baysByWatcher = Map.groupBy(listBays(devices), ({ device, source }) => `${device}/${source}`);
      for (const bays of baysByWatcher.values()) await detections.slots(bays, toState);
    },
    stop: async () => {
      traffic.stop();
      stopping.abort();
      gatehouse.close();
      await scenarioRunner.stop();
    },
  };
}

/** Leaves no listener behind: a scenario of many visits runs for days. */
function untilAborted(outcome: Promise<VisitOutcome>, signal: AbortSignal): Promise<VisitOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<VisitOutcome>();
  const turnAway = () => resolve("turned away");
  signal.addEventListener("abort", turnAway);
  outcome.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener("abort", turnAway));
}
