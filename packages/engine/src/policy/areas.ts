import { findIn } from "@gatehouse/contract/collections";
/** An area as it was entered. */
export interface PolicyArea {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly capacity: number | null;
}

/** The areas by id. */
export type Areas = ReadonlyMap<number, PolicyArea>;

/** Cached, because every decision asks for the same few chains. */
const knownChains = new WeakMap<Areas, Map<number, readonly PolicyArea[]>>();

/** An area and its parents, the innermost first. A cycle ends where it would repeat. */
export function areaChain(areas: Areas, areaId: number | null): readonly PolicyArea[] {
  if (areaId === null) return noAreas;
  let known = knownChains.get(areas);
  if (!known) {
    known = new Map();
    knownChains.set(areas, known);
  }
  let chain = known.get(areaId);
  if (!chain) {
    chain = findChain(areas, areaId);
    known.set(areaId, chain);
  }
  return chain;
}

const noAreas: readonly PolicyArea[] = [];

function findChain(areas: Areas, areaId: number): PolicyArea[] {
  const chain: PolicyArea[] = [];
  for (let area = areas.get(areaId); area && !chain.includes(area); area = findIn(areas, area.parentId))
    chain.push(area);
  return chain;
}

/** Whether an area is another one or inside it. */
export const isWithin = (areas: Areas, areaId: number | null, outerId: number): boolean =>
  areaChain(areas, areaId).some(({ id }) => id === outerId);

/** The areas that are inside themselves. */
export function findCyclicAreas(areas: Areas): number[] {
  return [...areas.values()].filter(({ id, parentId }) => isWithin(areas, parentId, id)).map(({ id }) => id);
}
