/** What is known of a device's health. */
export interface HealthState {
  readonly isHealthy: boolean;
  /** Failed probes in a row. */
  readonly failedProbes: number;
  /** When it last went from well to unwell or back. */
  readonly since: Date;
}

/** HEALTH-4: this many failures in a row make a device unhealthy; one good probe makes it healthy again. */
const failuresUntilUnhealthy = 3;

/** The state after one more probe; a device that was never asked counts as well until it failed often enough. */
export function afterProbe(before: HealthState | undefined, answered: boolean, now: Date): HealthState {
  const wasHealthy = before?.isHealthy ?? true;
  const failedProbes = answered ? 0 : Math.min((before?.failedProbes ?? 0) + 1, failuresUntilUnhealthy);
  const isHealthy = answered || (wasHealthy && failedProbes < failuresUntilUnhealthy);
  return { isHealthy, failedProbes, since: before && wasHealthy === isHealthy ? before.since : now };
}

/** HEALTH-4: a device that has begun to fail is asked again soon, so that people know within seconds. */
export const isSuspect = ({ isHealthy, failedProbes }: HealthState): boolean => isHealthy && failedProbes > 0;

/** HEALTH-4: the field controller counts as well while its loop has reported within this time. */
const controllerSilenceMs = 30_000;

/** Whether the field controller is alive. */
export function isControllerAlive(lastBeat: Date | undefined, now: Date): boolean {
  // Both ways: after a step back of the clock, an old beat in the future proves nothing.
  return lastBeat !== undefined && Math.abs(now.getTime() - lastBeat.getTime()) <= controllerSilenceMs;
}
