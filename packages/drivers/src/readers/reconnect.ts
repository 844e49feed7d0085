const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/**
 * The delay before the next connection attempt: doubles with each consecutive failure. `random` (0 to 1) spreads the
 * attempts to many readers that failed at the same time.
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
  return Math.round(delay * (0.5 + random / 2));
}
