import { reopensWithFree } from "@gatehouse/contract/entities/access/reopening";
import { type Areas, areaChain, type PolicyArea } from "./areas.ts";
import { everyone } from "./policy.ts";

/** RULE-4: where a vehicle is. */
export interface VehiclePresence {
  readonly areaId: number;
  readonly since: Date;
  /** Anti-passback ignores its next passage. */
  readonly isForgiven: boolean;
}

/** RULE-5: how many vehicles are inside, those that were just admitted included. */
export interface Occupancy {
  /** Vehicles of a group inside an area and the areas within it; `everyone` (0) counts all groups, or the whole site. */
  count(areaId: number, groupId: number): number;
  /** Whether the area was full after the last change and has not reopened since. */
  wasFull(areaId: number): boolean;
}

/** Nobody is inside. */
export const emptySite: Occupancy = { count: () => 0, wasFull: () => false };

/** RULE-5: a full area reopens only when two places are free, so that it does not flicker. */
export function isFull({ id, capacity }: PolicyArea, occupancy: Occupancy): boolean {
  if (capacity === null) return false;
  const inside = occupancy.count(id, everyone);
  return inside >= capacity || (occupancy.wasFull(id) && inside > Math.max(0, capacity - reopensWithFree));
}

/** Above the id of any group, so that a count has one number as key; strings take three times as long. */
const maxGroups = 2 ** 26;

/** Counts per area and group, for occupancies that are kept in memory. */
export class OccupancyCounts implements Occupancy {
  private readonly counts: Map<number, number>;
  private readonly full: Set<number>;
  private readonly areas: Areas;

  constructor(areas: Areas, counts: Iterable<readonly [number, number]> = [], full: Iterable<number> = []) {
    this.areas = areas;
    this.counts = new Map(counts);
    this.full = new Set(full);
  }

  /** The key of a count. */
  static key(areaId: number, groupId: number): number {
    return areaId * maxGroups + groupId;
  }

  count(areaId: number, groupId: number): number {
    return this.counts.get(OccupancyCounts.key(areaId, groupId)) ?? 0;
  }

  wasFull(areaId: number): boolean {
    return this.full.has(areaId);
  }

  /** Moves a vehicle; null is outside of all areas. */
  move(fromAreaId: number | null, toAreaId: number | null, groupIds: readonly number[]): void {
    const [left, entered] = [fromAreaId, toAreaId].map((id) => areaChain(this.areas, id));
    for (const [areas, step] of [[left ?? [], -1] as const, [entered ?? [], 1] as const]) {
      const ids = areas.length === 0 ? [] : [everyone, ...areas.map(({ id }) => id)];
      for (const areaId of ids) for (const groupId of [everyone, ...groupIds]) this.add(areaId, groupId, step);
    }
    for (const area of [...(left ?? []), ...(entered ?? [])]) this.updateFull(area);
  }

  private add(areaId: number, groupId: number, step: number): void {
    const key = OccupancyCounts.key(areaId, groupId);
    this.counts.set(key, Math.max(0, (this.counts.get(key) ?? 0) + step));
  }

  private updateFull(area: PolicyArea): void {
    if (isFull(area, this)) this.full.add(area.id);
    else this.full.delete(area.id);
  }
}
