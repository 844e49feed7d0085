import { countIn } from "@gatehouse/contract/collections";
import { reopensWithFree } from "@gatehouse/contract/entities/access/access";
import { type Areas, areaChain, type PolicyArea } from "./areas.ts";
import { everyone } from "./policy.ts";

export interface VehiclePresence {
  readonly areaId: number;
  readonly since: Date;
  /** Anti-passback ignores its next passage. */
  readonly isForgiven: boolean;
}

/** How many vehicles are inside, those that were just admitted included. */
export interface Occupancy {
  /** Vehicles of a group inside an area and the areas within it; `everyone` (0) counts all groups, or the whole site. */
  count(areaId: number, groupId: number): number;
  /** Whether the area was full after the last change and has not reopened since. */
  wasFull(areaId: number): boolean;
}

/** Nobody is inside. */
export const emptySite: Occupancy = { count: () => 0, wasFull: () => false };

/** A full area reopens only when two places are free, so that it does not flicker. */
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
    return countIn(this.counts, OccupancyCounts.key(areaId, groupId));
  }

  wasFull(areaId: number): boolean {
    return this.full.has(areaId);
  }

  /** Moves a vehicle; null is outside of all areas. */
  move(fromAreaId: number | null, toAreaId: number | null, groupIds: readonly number[]): void {
    const [left, entered] = [areaChain(this.areas, fromAreaId), areaChain(this.areas, toAreaId)];
    this.addAll(left, groupIds, -1);
    this.addAll(entered, groupIds, 1);
    for (const area of left) this.updateFull(area);
    for (const area of entered) this.updateFull(area);
  }

  /** Counts a vehicle in areas and in the whole site. */
  private addAll(areas: readonly PolicyArea[], groupIds: readonly number[], step: number): void {
    if (areas.length === 0) return;
    this.addAt(everyone, groupIds, step);
    for (const { id } of areas) this.addAt(id, groupIds, step);
  }

  private addAt(areaId: number, groupIds: readonly number[], step: number): void {
    this.add(areaId, everyone, step);
    for (const groupId of groupIds) this.add(areaId, groupId, step);
  }

  private add(areaId: number, groupId: number, step: number): void {
    const key = OccupancyCounts.key(areaId, groupId);
    this.counts.set(key, Math.max(0, countIn(this.counts, key) + step));
  }

  private updateFull(area: PolicyArea): void {
    if (area.capacity === null) return;
    if (isFull(area, this)) this.full.add(area.id);
    else this.full.delete(area.id);
  }
}
