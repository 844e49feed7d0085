const longestSeconds = 86_400;

/** A pulse in the seconds that boards count, rounded up to their resolution: a shorter one may not lift an arm. */
export function tenthsOfSeconds(pulseMs: number): number {
  return Math.min(longestSeconds, Math.max(1, Math.ceil(pulseMs / 100)) / 10);
}
