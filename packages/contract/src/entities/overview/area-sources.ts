/** OPS-7: what can count the vehicles of an area. */
export const areaSources = ["gates", "loops", "cameras", "slots"] as const;

/** One of the sources. */
export type AreaSource = (typeof areaSources)[number];

/** The sources as people choose them. */
export const areaSourceTitles: Record<AreaSource, string> = {
  gates: "Gates",
  loops: "Loops",
  cameras: "Counting cameras",
  slots: "Parking slots",
};

/** OPS-7: how full an area is; a count below zero or above the capacity can't be right. */
export const areaLevels = ["ok", "nearly-full", "full", "impossible"] as const;

/** One of the levels. */
export type AreaLevel = (typeof areaLevels)[number];

/** The share of the capacity from which an area is nearly full. */
const nearlyFullShare = 0.85;

/** The level of a count. */
export function toAreaLevel(count: number, capacity: number | null): AreaLevel {
  if (count < 0 || (capacity !== null && count > capacity)) return "impossible";
  if (capacity === null || capacity === 0) return "ok";
  if (count === capacity) return "full";
  return count / capacity >= nearlyFullShare ? "nearly-full" : "ok";
}

/** The share of passages that a source misses, from which the expected deviation of a count is derived. */
const missedShare = 0.01;

/**
 * OPS-7: how far two counts may differ after a number of passages without a fault: the standard deviation of missed
 * passages, about 4.5 after 2,000.
 */
export const toDriftBand = (passages: number): number => Math.ceil(Math.sqrt(passages * missedShare));
