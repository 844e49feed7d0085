import { assertFound } from "@gatehouse/contract/assert-found";
import type { Detection, DetectionContent } from "@gatehouse/contract/events/detection";
import { listBays, type NamedBay } from "../devices/parking-bays.ts";
import { devicePlans, manualCameras } from "../plan/device-plan.ts";
import { type GatePlan, gatePlans } from "../plan/gate-plan.ts";
import { unknownVehicles, type Vehicle, vehicles } from "../plan/vehicle-plan.ts";
import { findFault, listFaults, type PastFault } from "./past-faults.ts";
import { listArrivals, type PastArrival } from "./past-visits.ts";
import { createRandom, type Random } from "./random.ts";
import { listDays, type SiteDay } from "./site-calendar.ts";

/** Something that a device, reader or loop of the site detected in the past. */
export interface PastDetection {
  /** Name of the device, reader or loop. */
  readonly from: string;
  readonly detection: Detection;
  readonly at: Date;
  /** Set if the barrier does not open for this vehicle, even if it is admitted. */
  readonly fault?: PastFault | undefined;
}

/** What is generated. */
export interface PastSiteOptions {
  /** The same seed gives the same history relative to today. */
  readonly seed: number;
  readonly now: Date;
  /** Full days before today. */
  readonly days: number;
  readonly timeZone: string;
}

interface DetectionItem {
  readonly kind: "detection";
  readonly at: Date;
  readonly from: string;
  /** Id of the camera or slot controller; null for a reader or loop. */
  readonly source: string | null;
  readonly content: DetectionContent;
}

type Item = DetectionItem | { readonly kind: "arrival"; readonly at: Date; readonly arrival: PastArrival };

/** History ends this long before now, so that everything that follows from an arrival is in the past too. */
const settledMs = 180_000;
const [loopMs, rampMs, parkMs, repeatMs, plateAfterTagMs] = [3_000, 9_000, 70_000, 4_000, 1_500];

/**
 * Generates what the devices of the site detected, in order. After each detection the caller passes whether a gate opened:
 * only then does the vehicle cross the loop and the ramp, park, and leave later.
 */
export function* replayPastSite(options: PastSiteOptions): Generator<PastDetection, void, boolean> {
  const days = listDays(options.now, options.days, options.timeZone);
  const faults = listFaults(days);
  const items = listItems(days, options);
  const site = new PastSite(
    createRandom(options.seed),
    listBays(devicePlans.map((plan) => ({ plan, cameras: plan.cameras }))),
  );
  const pending: Item[] = [];
  let next = items.next().value;
  for (let number = 1; ; ) {
    const item = takeNext(pending, next);
    if (item === undefined) return;
    if (item === next) next = items.next().value;
    const [read, again] = item.kind === "detection" ? [item] : site.readAt(item.arrival);
    if (item.kind === "arrival" && item.arrival.isUnseen) insertAll(pending, site.pass(item.arrival));
    if (read === undefined) continue;
    const { from, at, source, content } = read;
    const fault = item.kind === "arrival" ? findFault(faults, item.arrival.gate, at) : undefined;
    const detection = { eventId: `past-${number}`, at, source, ...content } as Detection;
    const isOpen = yield { from, at, detection, fault };
    number += 1;
    if (again) insertAll(pending, [again]);
    if (item.kind === "arrival" && isOpen) insertAll(pending, site.pass(item.arrival));
  }
}

/** Takes the next pending item unless the other one is earlier. */
function takeNext(pending: Item[], other: Item | undefined): Item | undefined {
  const [first] = pending;
  if (first === undefined || (other !== undefined && other.at < first.at)) return other;
  pending.shift();
  return first;
}

function insertAll(pending: Item[], items: readonly Item[]): void {
  for (const item of items) {
    const place = pending.findIndex(({ at }) => at > item.at);
    pending.splice(place === -1 ? pending.length : place, 0, item);
  }
}

/** Generates what happens day by day, in order. */
function* listItems(days: readonly SiteDay[], { seed, now }: PastSiteOptions): Generator<Item, undefined> {
  const end = new Date(now.getTime() - settledMs);
  let later: Item[] = [];
  for (const day of days) {
    const random = createRandom(seed + 7919 * (day.ago + 1));
    const arrivals = listArrivals(day, random).map((arrival): Item => ({ kind: "arrival", at: arrival.at, arrival }));
    const items = [...later, ...arrivals, ...listRoad(day, random)].sort(
      (one, other) => one.at.getTime() - other.at.getTime(),
    );
    const midnight = day.at(24);
    // Stays end on the next day.
    later = items.filter(({ at }) => at >= midnight);
    yield* items.filter(({ at }) => at < midnight && at < end);
  }
}

/** Vehicles on the ring road, whose speed is measured, and in the entrance hall, where they are counted. */
function listRoad(day: SiteDay, random: Random): Item[] {
  const count = day.weekday > 5 ? 70 : 130;
  const speeds = Array.from({ length: count }, (): Item => {
    const vehicle = random() < 0.4 ? unknownVehicles : vehicles;
    const { plate, type } = vehicle[Math.floor(random() * vehicle.length)] as Vehicle;
    const speed = Math.round((16 + (random() + random() + random()) * 8) * 10) / 10;
    const content: DetectionContent = { ...plateContent(plate, type, random), speed };
    const source = random() < 0.5 ? "21" : "22";
    return { kind: "detection", at: day.at(6 + random() * 17), from: "speed-watch", source, content };
  });
  const hall = Array.from({ length: count / 2 }, (): Item => {
    const direction = random() < 0.5 ? "N" : "X";
    const source = assertFound(
      manualCameras.find((camera) => camera.scope === "cc" && camera.direction === direction),
      "no camera that counts",
    ).label;
    const content: DetectionContent = {
      kind: "count",
      direction,
      vehicleClass: random() < 0.3 ? "2w" : "4w",
      count: 1,
    };
    return { kind: "detection", at: day.at(6.5 + random() * 16), from: "entrance-count", source, content };
  });
  return [...speeds, ...hall];
}

const plateContent = (plate: string, vehicleType: string, random: Random) => ({
  kind: "plate" as const,
  plate,
  confidence: Math.round((random() < 0.04 ? 0.55 + random() * 0.25 : 0.86 + random() * 0.13) * 100) / 100,
  direction: null as "N" | "X" | null,
  vehicleType,
  speed: null as number | null,
  images: [],
  isAfterwards: false,
});

interface Stay {
  readonly bay: NamedBay | null;
  /** Whether the vehicle shows its tag, when it comes and when it leaves. */
  readonly isByTag: boolean;
}

/** Who is inside and parks where. */
class PastSite {
  private readonly inside = new Map<string, Stay>();
  private readonly free: NamedBay[];
  private readonly random: Random;

  constructor(random: Random, bays: readonly NamedBay[]) {
    this.random = random;
    this.free = [...bays];
  }

  /** The reads of a vehicle: one, or its tag and its plate. A vehicle that was not let in does not leave. */
  readAt({ vehicle, direction, gate: name, at, isUnseen }: PastArrival): DetectionItem[] {
    const gate = findGate(name);
    const stay = this.inside.get(vehicle.plate);
    if (isUnseen || (direction === "X" && !stay)) return [];
    const { tag } = vehicle;
    const { reader } = gate;
    const canShowTag = tag !== null && reader !== null;
    const isTagRead = canShowTag && (direction === "X" ? stay?.isByTag === true : this.showsTag(at));
    const isReadAgain = this.random() < (isTagRead ? 0.4 : 0.03);
    const read = (delayMs: number, from: string, source: string | null, content: DetectionContent) =>
      ({ kind: "detection", at: new Date(at.getTime() + delayMs), from, source, content }) as const;
    const { device, id } = gate.camera;
    const content = {
      ...plateContent(vehicle.plate, vehicle.type, this.random),
      direction: gate.isBidirectional ? direction : null,
    };
    const again = isReadAgain ? [read(isTagRead ? plateAfterTagMs : repeatMs, device, id, content)] : [];
    if (!isTagRead) return [read(0, device, id, content), ...again];
    return [read(0, reader, null, { kind: "tag", tag, direction: null }), ...again];
  }

  /** What follows from a vehicle that the gate lets pass. */
  pass({ vehicle, gate, direction, at }: PastArrival): DetectionItem[] {
    if (direction === "X" && !this.inside.has(vehicle.plate)) return [];
    const follow = (delayMs: number, from: string, source: string | null, content: DetectionContent) =>
      ({ kind: "detection", at: new Date(at.getTime() + delayMs), from, source, content }) as const;
    const { loop } = findGate(gate);
    const vehicleClass = vehicle.type === "2W" ? "2w" : "4w";
    const left = this.leave(vehicle);
    const bay = direction === "N" ? this.park(vehicle, at) : null;
    return [
      ...(left ? [follow(0, left.device, left.source, slotContent(left, "free"))] : []),
      ...(loop === null ? [] : [follow(loopMs, loop, null, { kind: "loop" })]),
      follow(rampMs, "ramp-count", direction === "N" ? "31" : "32", {
        kind: "count",
        direction,
        vehicleClass,
        count: 1,
      }),
      ...(bay ? [follow(parkMs, bay.device, bay.source, slotContent(bay, "occupied"))] : []),
    ];
  }

  /** The same for a stay's entry and its bookkeeping. */
  private showsTag(at: Date): boolean {
    return at.getTime() % 5 < 3;
  }

  private park({ plate }: Vehicle, at: Date): NamedBay | null {
    const isWatched = this.random() < 0.3 && this.free.length > 0;
    const place = Math.floor(this.random() * this.free.length);
    const bay = isWatched ? (this.free.splice(place, 1)[0] ?? null) : null;
    this.inside.set(plate, { bay, isByTag: this.showsTag(at) });
    return bay;
  }

  /** A vehicle whose exit was missed leaves its place when it comes back. */
  private leave({ plate }: Vehicle): NamedBay | null {
    const bay = this.inside.get(plate)?.bay ?? null;
    this.inside.delete(plate);
    if (bay) this.free.push(bay);
    return bay;
  }
}

const slotContent = ({ name }: NamedBay, state: "free" | "occupied"): DetectionContent => ({
  kind: "slots",
  slots: [{ name, state }],
});

function findGate(name: string): GatePlan {
  const gate = gatePlans.find((plan) => plan.name === name);
  if (!gate) throw new Error(`No gate is called ${name}.`);
  return gate;
}
