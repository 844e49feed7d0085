const minuteMs = 60_000;

/** A shorter silence is never unusual. */
export const minSilenceMs = 30 * minuteMs;

/** Earlier days whose pauses are compared. */
export const comparedDays = 14;

/** With fewer days of history nothing is known about a camera, not even its weekends. */
const minKnownDays = 7;

/** A silence is unusual if it is longer than the longest usual pause by this factor. */
const usualFactor = 2;

/**
 * How long a counting camera may be silent now; null while too little is known about it.
 *
 * @param pausesMs For each earlier day, the pause between two events of the camera that included this time of the day.
 */
export function maxSilenceMs(pausesMs: readonly number[]): number | null {
  if (pausesMs.length < minKnownDays) return null;
  return Math.max(minSilenceMs, usualFactor * Math.max(...pausesMs));
}
