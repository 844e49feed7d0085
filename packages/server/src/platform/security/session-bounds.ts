/** Maximum duration of a session. */
export const sessionMs = 12 * 3_600_000;

/**
 * SAFE-2: the range of end times of valid sessions. A session that ends later than one that starts now was opened
 * before the clock was set back; the upper bound limits how much longer it can last because of that.
 */
export function sessionEnds(now: Date): { after: string; until: string } {
  return { after: now.toISOString(), until: new Date(now.getTime() + 2 * sessionMs).toISOString() };
}
