/** The server's time. Tests use a clock that they control. */
export interface Clock {
  /** Wall-clock time, for time stamps that are stored or shown. It may step back or forward at any moment. */
  now(): Date;
  /** Monotonic milliseconds, for durations inside this process. Their zero point has no meaning. */
  monotonicMs(): number;
  /**
   * The time between two wall-clock time stamps, for stamps that other processes or earlier transactions stored. If the
   * clock stepped recently, each stamp may come from before or after the step; the shortest time that fits is returned.
   */
  elapsedMs(since: Date, until?: Date): number;
}

interface EarlierOffset {
  readonly offsetMs: number;
  readonly endedMs: number;
}

/** A smaller change of the wall clock against the monotonic clock is drift, not a step. */
const minStepMs = 500;
/** Longer than any period that is compared with `elapsedMs`. */
const rememberStepsMs = 600_000;

/** Creates a clock that detects steps of the wall clock by comparing it with the monotonic clock on each call. */
export function createClock(wallMs: () => number, monotonicMs: () => number): Clock {
  let offsetMs = wallMs() - monotonicMs();
  let earlier: EarlierOffset[] = [];

  function readWallMs(): number {
    const wall = wallMs();
    const monotonic = monotonicMs();
    const next = wall - monotonic;
    if (Math.abs(next - offsetMs) >= minStepMs) earlier.push({ offsetMs, endedMs: monotonic });
    offsetMs = next;
    if (earlier.length > 0) earlier = earlier.filter(({ endedMs }) => monotonic - endedMs < rememberStepsMs);
    return wall;
  }

  return {
    now: () => new Date(readWallMs()),
    monotonicMs,
    elapsedMs: (since, until) => {
      const wall = readWallMs();
      const apparentMs = (until?.getTime() ?? wall) - since.getTime();
      const offsets = [offsetMs, ...earlier.map((one) => one.offsetMs)];
      const possible = offsets.flatMap((one) => offsets.map((other) => apparentMs + one - other));
      return possible.reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best), apparentMs);
    },
  };
}

/** The machine's own clock. */
export const systemClock: Clock = createClock(
  () => Date.now(),
  () => performance.now(),
);
