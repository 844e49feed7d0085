import { countIn } from "@gatehouse/contract/collections";
import { areaChain, isWithin } from "../policy/areas.ts";
import { everyone, type Policy } from "../policy/policy.ts";
import { OccupancyCounts, type VehiclePresence } from "../policy/presence.ts";

interface Inside extends VehiclePresence {
  readonly groupIds: readonly number[];
  /** When it leaves is not recorded, because it was denied in fact. */
  readonly isUnpaired: boolean;
}

/** Simulated presence and counts, and their peaks. */
export class SimulatedSite {
  private policy: Policy;
  private counts: OccupancyCounts;
  private readonly inside = new Map<string, Inside>();
  private readonly peaks = new Map<number, number>();
  private unpaired = 0;

  constructor(policy: Policy) {
    this.policy = policy;
    this.counts = new OccupancyCounts(policy.areas);
  }

  get occupancy(): OccupancyCounts {
    return this.counts;
  }

  presenceOf(vehicle: string): Inside | null {
    return this.inside.get(vehicle) ?? null;
  }

  /** Whether a vehicle is counted of which it is not known when it would have left. */
  get hasUnpaired(): boolean {
    return this.unpaired > 0;
  }

  peakOf(areaId: number): number {
    return countIn(this.peaks, areaId);
  }

  /** Other rules apply from now on. */
  usePolicy(policy: Policy): void {
    if (policy.areas === this.policy.areas) return;
    this.policy = policy;
    this.counts = new OccupancyCounts(policy.areas);
    for (const [vehicle, { areaId, groupIds }] of this.inside) {
      if (policy.areas.has(areaId)) this.counts.move(null, areaId, groupIds);
      else this.forget(vehicle);
    }
  }

  /** A passage: `from` and `to` are areas, null is outside. */
  pass(
    vehicle: string,
    { from, to }: { from: number | null; to: number | null },
    entered: { at: Date; groupIds: readonly number[]; isUnpaired: boolean },
  ): void {
    const before = this.inside.get(vehicle);
    if (to === null) {
      if (from === null || !before) return;
      this.counts.move(before.areaId, null, before.groupIds);
      this.forget(vehicle);
      return;
    }
    const hasSameGroups = before && sameIds(before.groupIds, entered.groupIds);
    if (before && !hasSameGroups) this.counts.move(before.areaId, null, before.groupIds);
    this.counts.move(hasSameGroups ? before.areaId : null, to, entered.groupIds);
    this.forget(vehicle);
    const { at: since, groupIds, isUnpaired } = entered;
    this.inside.set(vehicle, { areaId: to, since, isForgiven: false, groupIds, isUnpaired });
    if (isUnpaired) this.unpaired++;
    this.updatePeaks(to);
  }

  /** Whether a vehicle is known to be in an area or within it. */
  isIn(vehicle: string, areaId: number): boolean {
    const inside = this.inside.get(vehicle);
    return inside !== undefined && isWithin(this.policy.areas, inside.areaId, areaId);
  }

  private forget(vehicle: string): void {
    if (this.inside.get(vehicle)?.isUnpaired) this.unpaired--;
    this.inside.delete(vehicle);
  }

  private updatePeaks(areaId: number): void {
    for (const { id } of areaChain(this.policy.areas, areaId))
      this.peaks.set(id, Math.max(this.peakOf(id), this.counts.count(id, everyone)));
  }
}

const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
