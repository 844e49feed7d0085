/** After this, even a busy person signs in again. */
export const sessionMs = 12 * 3_600_000;

/**
 * SAFE-2: between which moments the end of a valid session lies. A session that ends later than any that could begin
 * now was opened before the clock was set back; it may gain as much as its own length from that, and no more.
 */
export function sessionEnds(now: Date): { after: string; until: string } {
  return { after: now.toISOString(), until: new Date(now.getTime() + 2 * sessionMs).toISOString() };
}
