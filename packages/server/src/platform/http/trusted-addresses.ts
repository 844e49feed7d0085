/** Addresses of registered devices and of callers that authenticated recently. */
export interface TrustedAddresses {
  add(address: string): void;
  has(address: string): boolean;
}

const rememberedMs = 24 * 3_600_000;
const maxRemembered = 10_000;

/** Remembers authenticated callers for a day; registered addresses are looked up on each call. */
export function createTrustedAddresses(isRegistered: (address: string) => boolean): TrustedAddresses {
  const lastSeen = new Map<string, number>();

  return {
    add: (address) => {
      // Re-inserted to keep the map ordered by last use.
      lastSeen.delete(address);
      lastSeen.set(address, performance.now());
      if (lastSeen.size <= maxRemembered) return;
      const [oldest] = lastSeen.keys();
      if (oldest !== undefined) lastSeen.delete(oldest);
    },
    has: (address) => {
      const seenAt = lastSeen.get(address);
      if (seenAt !== undefined && performance.now() - seenAt < rememberedMs) return true;
      return isRegistered(address);
    },
  };
}
