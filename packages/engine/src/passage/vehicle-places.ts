import type { AwayReason } from "@gatehouse/contract/entities/station";
import { isCutOff, isMisread } from "@gatehouse/contract/fields/confusable";

/** A vehicle drives onto the loop within this time after its plate was read in front of it. */
export const approachMs = 5_000;

/** A first read of a passage at a gate. */
export interface ReadAtGate {
  readonly eventId: number;
  /** The normalized plate or tag. */
  readonly text: string;
  readonly atMs: number;
  readonly isGranted: boolean;
  /** When the barrier last accepted a command to open for it. */
  readonly openedAtMs: number | null;
}

export interface GateMoment {
  readonly nowMs: number;
  /** How long a passage takes at most. */
  readonly passageMs: number;
  /** How long a vehicle is expected to wait at most. */
  readonly maxWaitMs: number;
  /** The loop in front of the barrier; null if there is none or it can't be read. */
  readonly loop: { readonly isOccupied: boolean; readonly sinceMs: number; readonly freedAtMs: number | null } | null;
  /** When vehicles were counted behind the barrier. */
  readonly countedAtMs: readonly number[];
}

/** Where the vehicle of a read is. */
export interface VehiclePlace {
  /** Why it may not be at the barrier; null for the one vehicle that is. */
  readonly away: AwayReason | null;
  /** The event whose card shows it, if that is another one of the same vehicle. */
  readonly cardId: number;
  /** What its card also shows: misreads of the same vehicle. */
  readonly alsoRead: readonly string[];
}

/** A vehicle with its reads, of which the latest card shows the others. */
interface Vehicle {
  readonly reads: ReadAtGate[];
  card: ReadAtGate;
  readonly cards: Map<number, ReadAtGate>;
  alsoRead: string[];
  hasPassed: boolean;
}

/**
 * The place of each vehicle that was read at a gate. At most one is at the barrier, and only on it may a guard act
 * without another look:
 * - With a loop in front of the barrier, it is the first vehicle that was read since the loop was occupied, or just before.
 * - Without one, it is the vehicle that was read last, until it passes.
 */
export function placeVehicles(reads: readonly ReadAtGate[], gate: GateMoment): ReadonlyMap<number, VehiclePlace> {
  const vehicles: Vehicle[] = [];
  const steps = [
    ...reads.map((read) => ({ atMs: read.atMs, order: read.eventId, read })),
    ...gate.countedAtMs.map((atMs) => ({ atMs, order: Number.POSITIVE_INFINITY, read: null })),
  ].sort((one, other) => one.atMs - other.atMs || one.order - other.order);
  for (const { atMs, read } of steps) {
    if (read) arrive(vehicles, read, gate.passageMs);
    else countPassage(vehicles, atMs);
  }
  const atBarrier = findAtBarrier(vehicles, gate);
  return new Map(
    vehicles.flatMap((vehicle) => {
      const away = vehicle === atBarrier ? null : whyAway(vehicle, { atBarrier, last: vehicles.at(-1) }, gate);
      return vehicle.reads.map(({ eventId }) => {
        const card = vehicle.cards.get(eventId) ?? vehicle.card;
        const alsoRead = card === vehicle.card ? vehicle.alsoRead : [];
        return [eventId, { away, cardId: card.eventId, alsoRead }] as const;
      });
    }),
  );
}

/** Adds a read to its vehicle, which then is the last one. */
function arrive(vehicles: Vehicle[], read: ReadAtGate, passageMs: number): void {
  const last = vehicles.at(-1);
  const known = vehicles.find((one) => isOf(one, read, one === last ? passageMs : 0));
  const vehicle: Vehicle = known ?? { reads: [], card: read, cards: new Map(), alsoRead: [], hasPassed: false };
  if (known) vehicles.splice(vehicles.indexOf(known), 1);
  vehicles.push(vehicle);
  const { card } = vehicle;
  vehicle.reads.push(read);
  vehicle.hasPassed = false;
  if (card.text === read.text) {
    vehicle.card = read;
  } else if (read.isGranted && !card.isGranted) {
    // The better read decides: it opened the barrier, or should have.
    vehicle.card = read;
    vehicle.alsoRead = [...vehicle.alsoRead, card.text].filter((text) => text !== read.text);
    for (const { eventId } of vehicle.reads) vehicle.cards.set(eventId, read);
  } else if (!vehicle.alsoRead.includes(read.text)) {
    vehicle.alsoRead = [...vehicle.alsoRead, read.text];
  }
  vehicle.cards.set(read.eventId, vehicle.card);
}

/** The same plate or tag, or a misread of it that follows within a time. */
function isOf({ reads, card }: Vehicle, { text, atMs }: ReadAtGate, withinMs: number): boolean {
  if (reads.some((read) => read.text === text)) return true;
  const isSoon = atMs - Math.max(...reads.map((read) => read.atMs)) <= withinMs;
  return isSoon && withinMs > 0 && (isMisread(text, card.text) || isCutOff(text, card.text));
}

/** A counted vehicle is the first one that the barrier opened for, or else may be any of those that were read before. */
function countPassage(vehicles: readonly Vehicle[], atMs: number): void {
  const opened = vehicles.findIndex(({ reads, hasPassed }) => {
    return !hasPassed && reads.some(({ openedAtMs }) => openedAtMs !== null && openedAtMs <= atMs);
  });
  for (const vehicle of opened < 0 ? vehicles : vehicles.slice(0, opened + 1)) vehicle.hasPassed = true;
}

const lastReadMs = ({ reads }: Vehicle) => Math.max(...reads.map(({ atMs }) => atMs));

function findAtBarrier(vehicles: readonly Vehicle[], gate: GateMoment): Vehicle | undefined {
  const { loop } = gate;
  const last = vehicles.at(-1);
  if (!loop?.isOccupied) return last && whyGone(last, gate) === null ? last : undefined;
  const fromMs = loop.sinceMs - approachMs;
  return vehicles
    .filter((vehicle) => whyGone(vehicle, gate) === null)
    .map((vehicle) => ({ vehicle, firstMs: Math.min(...readsSince(vehicle, loop, fromMs)) }))
    .filter(({ firstMs }) => Number.isFinite(firstMs))
    .sort((one, other) => one.firstMs - other.firstMs)[0]?.vehicle;
}

const readsSince = ({ reads }: Vehicle, { freedAtMs }: NonNullable<GateMoment["loop"]>, fromMs: number) =>
  reads.map(({ atMs }) => atMs).filter((atMs) => atMs >= fromMs && (freedAtMs === null || atMs > freedAtMs));

/** Why a vehicle has probably gone, by what was seen of it alone. */
function whyGone(vehicle: Vehicle, gate: GateMoment): AwayReason | null {
  const { loop, nowMs } = gate;
  const lastMs = lastReadMs(vehicle);
  if (vehicle.hasPassed || hasDrivenThrough(vehicle, gate)) return "passage";
  if (loop?.isOccupied) return readsSince(vehicle, loop, loop.sinceMs - approachMs).length === 0 ? "loop" : null;
  if (loop && lastMs <= (loop.freedAtMs ?? loop.sinceMs)) return "loop";
  return nowMs - lastMs > gate.maxWaitMs ? "old" : null;
}

/** Without a loop in front of the barrier, an admitted vehicle has passed once the time for it is over. */
function hasDrivenThrough(vehicle: Vehicle, { loop, nowMs, passageMs }: GateMoment): boolean {
  const openedMs = Math.max(...vehicle.reads.map(({ openedAtMs }) => openedAtMs ?? Number.NEGATIVE_INFINITY));
  return loop === null && nowMs - openedMs > passageMs && lastReadMs(vehicle) <= openedMs + passageMs;
}

interface OtherVehicles {
  readonly atBarrier: Vehicle | undefined;
  readonly last: Vehicle | undefined;
}

function whyAway(vehicle: Vehicle, { atBarrier, last }: OtherVehicles, gate: GateMoment): AwayReason {
  const gone = whyGone(vehicle, gate);
  // That another vehicle was read since says more than the time that has passed.
  if (gone !== null && (gone !== "old" || vehicle === last)) return gone;
  return gate.loop?.isOccupied && atBarrier ? "behind" : "newer";
}
