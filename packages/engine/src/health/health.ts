/** The health of a device. */
export interface HealthState {
  readonly isHealthy: boolean;
  readonly failedProbes: number;
  /** When it last became healthy or unhealthy. */
  readonly since: Date;
}

/** This many failures in a row make a device unhealthy; one good probe makes it healthy again. */
const failuresUntilUnhealthy = 3;

/** The state after a probe. A new device counts as healthy until enough probes failed. */
export function updateHealth(before: HealthState | undefined, answered: boolean, now: Date): HealthState {
  const wasHealthy = before?.isHealthy ?? true;
  const failedProbes = answered ? 0 : Math.min((before?.failedProbes ?? 0) + 1, failuresUntilUnhealthy);
  const isHealthy = answered || (wasHealthy && failedProbes < failuresUntilUnhealthy);
  return { isHealthy, failedProbes, since: before && wasHealthy === isHealthy ? before.since : now };
}

/** A device that has started to fail is probed again soon, so the state is known within seconds. */
export const isSuspect = ({ isHealthy, failedProbes }: HealthState): boolean => isHealthy && failedProbes > 0;

/** A device that stops answering and keeps pushing lives. One that never answered only pushes, maybe a vehicle in an hour. */
const pushLifeMs = { answering: 60_000, pushing: 3_600_000 };

/** Whether a recent push shows that a device lives, although it does not answer a probe. */
export const livesByPush = (pushAgeMs: number, hasAnswered: boolean): boolean =>
  pushAgeMs <= (hasAnswered ? pushLifeMs.answering : pushLifeMs.pushing);

/** Maximum age of the field controller's last heartbeat. */
const controllerSilenceMs = 30_000;

export function isControllerAlive(lastBeat: Date | undefined, now: Date): boolean {
  // Absolute difference: after the clock stepped back, a heartbeat in the future proves nothing.
  return lastBeat !== undefined && Math.abs(now.getTime() - lastBeat.getTime()) <= controllerSilenceMs;
}
