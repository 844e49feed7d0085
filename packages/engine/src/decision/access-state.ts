import { addTo, countIn, listIn } from "@gatehouse/contract/collections";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { AccessFacts, AccessQuestion, KnownPass, OtherFactor } from "../access/access.ts";
import { findVehicle } from "../access/decide.ts";
import type { ListedEntry, LookAlike } from "../policy/evaluation.ts";
import type { Policy } from "../policy/policy.ts";
import { OccupancyCounts, type VehiclePresence } from "../policy/presence.ts";

/** A granted passage until it is confirmed. It already counts, so that nothing is granted twice. */
export interface PassageHold {
  readonly gateId: number;
  readonly vehicle: string;
  readonly eventId: number;
  readonly at: Date;
  readonly direction: GateType;
  readonly fromAreaId: number | null;
  readonly toAreaId: number | null;
  readonly groupIds: readonly number[];
  readonly passId: number | null;
}

/** What rules need to know about vehicles and areas; a decision only reads it. */
export interface AccessState {
  /** By plate or tag. */
  readonly passes: ReadonlyMap<string, readonly KnownPass[]>;
  /** By plate or tag. */
  readonly lists: ReadonlyMap<string, readonly ListedEntry[]>;
  /** By vehicle; those that were just admitted are inside already. */
  readonly presences: Map<string, VehiclePresence>;
  /** The strictest requirement of look-alike plates, by normalised plate. */
  readonly lookAlikes?: ReadonlyMap<string, LookAlike>;
  readonly occupancy: OccupancyCounts;
  /** Entries by pass, beyond those counted in `passes`. */
  readonly passUses: Map<number, number>;
}

/** Nobody is known, listed or inside. */
export const emptyAccess = (policy: Policy): AccessState => ({
  passes: new Map(),
  lists: new Map(),
  presences: new Map(),
  occupancy: new OccupancyCounts(policy.areas),
  passUses: new Map(),
});

type Known = Pick<AccessQuestion, "read" | "identifiers" | "reservations"> & {
  /** Of a plate read; null if the camera reported none. */
  readonly confidence?: number | null;
};

/** The facts about the vehicle of a read. */
export function findFacts(
  policy: Policy,
  state: AccessState,
  known: Known,
  findOther: (vehicle: string) => OtherFactor | null,
): AccessFacts {
  const { read } = known;
  const passes = listIn(state.passes, `${read.type} ${read.normalized}`).map((pass) => ({
    ...pass,
    used: pass.used + countIn(state.passUses, pass.id),
  }));
  const vehicle = findVehicle({ ...known, access: { passes } });
  const lookAlike = read.type === "LICENSE_PLATE" ? state.lookAlikes?.get(read.normalized) : undefined;
  const keys = new Set([`${read.type} ${read.normalized}`, `LICENSE_PLATE ${vehicle}`]);
  const otherFactor = findOther(vehicle);
  return {
    policy,
    passes,
    lists: [...[...keys].flatMap((key) => listIn(state.lists, key)), ...listOther(state, keys, otherFactor)],
    presence: state.presences.get(vehicle) ?? null,
    occupancy: state.occupancy,
    otherFactor,
    ...(lookAlike && { lookAlike: { ...lookAlike, confidence: known.confidence ?? null } }),
  };
}

/** An entry of the deny list about the other factor; a watched one was reported when it was read. */
function listOther(
  { lists }: AccessState,
  keys: ReadonlySet<string>,
  other: OtherFactor | null,
): readonly ListedEntry[] {
  const key = other && `${other.read.type} ${other.read.normalized}`;
  if (key === null || keys.has(key)) return [];
  return listIn(lists, key).filter(({ kind }) => kind === "deny");
}

/** An entry by a pass, for the next decision. */
export function countPassUse({ passUses }: Pick<AccessState, "passUses">, passId: number): void {
  addTo(passUses, passId, 1);
}

/** A passage was granted: its use and its place are taken for the next decision. */
export function holdPassage(state: AccessState, hold: PassageHold): void {
  const { presences, occupancy } = state;
  const { vehicle, toAreaId, direction, passId, groupIds, at } = hold;
  if (passId !== null && direction === "N") countPassUse(state, passId);
  if (toAreaId === null) return;
  occupancy.move(presences.get(vehicle)?.areaId ?? null, toAreaId, groupIds);
  presences.set(vehicle, { areaId: toAreaId, since: at, isForgiven: false });
}

/** A passage was confirmed: a vehicle that left is not inside any more. */
export function confirmPassage({ presences, occupancy }: AccessState, hold: PassageHold): void {
  const { vehicle, toAreaId, groupIds } = hold;
  const inside = presences.get(vehicle);
  if (toAreaId !== null || !inside) return;
  occupancy.move(inside.areaId, null, groupIds);
  presences.delete(vehicle);
}
