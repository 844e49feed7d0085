import { type AreaSource, areaSourceTitles, toDriftBand } from "@gatehouse/contract/entities/overview-figures";

export interface SourceCount {
  readonly source: AreaSource;
  readonly count: number;
}

/** What is known about the gates of an area since its count was last corrected. */
export interface DriftFacts {
  readonly passages: number;
  /** Entries without exit, and exits without entry. */
  readonly missedExits: number;
  readonly missedEntries: number;
  /** Faults of devices that count the area, as sentences. */
  readonly faults: readonly string[];
}

/** A source that differs from the leading one by more than chance. */
export interface Drift {
  readonly source: AreaSource;
  /** The leading count minus this one. */
  readonly difference: number;
  readonly band: number;
  readonly cause: string;
}

/** Compares the leading count of an area with the others. */
export function findDrifts(leading: SourceCount, others: readonly SourceCount[], facts: DriftFacts): Drift[] {
  const band = toDriftBand(facts.passages);
  return others
    .map(({ source, count }) => ({ source, difference: leading.count - count }))
    .filter(({ difference }) => Math.abs(difference) > band)
    .map((drift) => ({ ...drift, band, cause: findCause(leading.source, drift, facts) }));
}

/** The most likely cause: a known fault first, then missed passages at gates, then the sources themselves. */
function findCause(
  leading: AreaSource,
  { source, difference }: Pick<Drift, "source" | "difference">,
  { faults, missedExits, missedEntries }: DriftFacts,
): string {
  const [error] = faults;
  if (error !== undefined) return error;
  if (leading !== "gates" && source !== "gates") return compareSources(leading, source, difference);
  const gatesCountMore = (leading === "gates") === difference > 0;
  if (gatesCountMore && missedExits > 0) return `Missed exits: ${entriesWithoutExit(missedExits)}.`;
  if (gatesCountMore) return "Vehicles left without being read at a gate.";
  if (missedEntries > 0) return `Missed entries: ${exitsWithoutEntry(missedEntries)}.`;
  return "Vehicles entered without being read at a gate, such as two vehicles on one opening.";
}

const entriesWithoutExit = (count: number) =>
  count === 1 ? "one vehicle entered and was not seen leaving" : `${count} vehicles entered and were not seen leaving`;
const exitsWithoutEntry = (count: number) =>
  count === 1 ? "one vehicle left that was not seen entering" : `${count} vehicles left that were not seen entering`;

function compareSources(leading: AreaSource, source: AreaSource, difference: number): string {
  const [more, less] = difference > 0 ? [leading, source] : [source, leading];
  return `${areaSourceTitles[more]} missed vehicles that left or counted some twice, or ${areaSourceTitles[less].toLowerCase()} missed vehicles that entered.`;
}
