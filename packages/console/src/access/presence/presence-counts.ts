import { addTo } from "@gatehouse/contract/collections";
import type { Area, Presence } from "@gatehouse/contract/entities/access/access";

/** The number of vehicles in each area, areas within it included. */
export function presenceCounts(
  areas: readonly Pick<Area, "id" | "parentId">[],
  inside: readonly Pick<Presence, "areaId">[],
): ReadonlyMap<number, number> {
  const parents = new Map(areas.map(({ id, parentId }) => [id, parentId]));
  const counts = new Map<number, number>();
  for (const { areaId } of inside) {
    // The server rejects cycles; a list that is out of date could still contain one.
    const counted = new Set<number>();
    let at: number | null | undefined = areaId;
    while (at !== null && at !== undefined && !counted.has(at)) {
      counted.add(at);
      addTo(counts, at, 1);
      at = parents.get(at);
    }
  }
  return counts;
}
