/** The times that turn readings of a loop into vehicles. */
export interface DetectorTimes {
  /** Shorter occupations are bounces. */
  readonly minOccupiedMs: number;
  /** Shorter gaps belong to the same vehicle. */
  readonly minFreeMs: number;
  /** A loop that is occupied for longer is stuck. */
  readonly stuckAfterMs: number;
}

/** The input of a loop at one moment of a monotonic clock. */
export interface LoopReading {
  readonly atMs: number;
  readonly isOccupied: boolean;
}

/** What is known about a loop after its latest reading. */
export interface DetectorState {
  /** The debounced state; null until the first readings agree for long enough. */
  readonly isOccupied: boolean | null;
  /** Set while the loop is occupied for too long, until it is free again. */
  readonly isStuck: boolean;
  /** The latest reading, and the first of the equal readings before it. */
  readonly latest: LoopReading | null;
  readonly sinceMs: number;
  /** Start of the debounced occupation. */
  readonly occupiedSinceMs: number;
}

/** Readings further apart say nothing about the time between them. */
export const maxReadingGapMs = 2_000;

/** A loop without readings. */
export const unknownLoop: DetectorState = {
  isOccupied: null,
  isStuck: false,
  latest: null,
  sinceMs: 0,
  occupiedSinceMs: 0,
};

/**
 * Adds a reading. A vehicle counts once, when a free loop has been occupied for long enough. A loop that is
 * occupied at the first reading counts nothing: an earlier process may have counted that vehicle.
 */
export function addReading(
  state: DetectorState,
  reading: LoopReading,
  { minOccupiedMs, minFreeMs, stuckAfterMs }: DetectorTimes,
): { readonly state: DetectorState; readonly isNewVehicle: boolean } {
  const { atMs, isOccupied: isOccupiedNow } = reading;
  const isAfterGap = state.latest === null || atMs - state.latest.atMs > maxReadingGapMs;
  const sinceMs = isAfterGap || state.latest?.isOccupied !== isOccupiedNow ? atMs : state.sinceMs;
  const isStable = atMs - sinceMs >= (isOccupiedNow ? minOccupiedMs : minFreeMs);
  const isOccupied = isStable ? isOccupiedNow : state.isOccupied;
  const isNewlyOccupied = isOccupied === true && state.isOccupied !== true;
  // After a gap, the loop may have been free in between.
  const occupiedSinceMs = isNewlyOccupied ? sinceMs : isAfterGap ? atMs : state.occupiedSinceMs;
  const isStuck = isOccupied === true && (state.isStuck || atMs - occupiedSinceMs >= stuckAfterMs);
  return {
    state: { isOccupied, isStuck, latest: reading, sinceMs, occupiedSinceMs },
    isNewVehicle: isNewlyOccupied && state.isOccupied === false,
  };
}
