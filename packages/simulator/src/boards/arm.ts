import type { RelayPulse } from "./relays.ts";

/** How long an arm stays up after its pulse before its own controller lets it down. */
export const armHoldMs = 6_000;

/** Whether an arm is up: its relay is closed, or was a moment ago. */
export function isArmUp(pulses: readonly RelayPulse[], relay: number, now: Date): boolean {
  const last = pulses.findLast((pulse) => pulse.relay === relay);
  if (!last) return false;
  return last.to === null || now.getTime() - last.to.getTime() < armHoldMs;
}
