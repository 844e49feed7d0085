/** Where the server takes the time from; tests hand in one that they turn themselves. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
