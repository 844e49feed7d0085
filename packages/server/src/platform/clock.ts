/** Where the server takes the time from; tests hand in one that they turn themselves. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never step, from any origin; `performance.now()` where a test replaces only the wall clock. */
  monotonicMs?(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds to measure durations with: they never step when the wall clock is set. */
export const monotonicMs = (clock: Clock): number => clock.monotonicMs?.() ?? performance.now();
