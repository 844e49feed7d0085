/** Addresses of registered devices and of callers that authenticated recently. */
export interface KnownAddresses {
  add(address: string): void;
  has(address: string): boolean;
}

const rememberedMs = 24 * 3_600_000;
const maxRemembered = 10_000;

/** Remembers successful callers for a day; registered addresses are asked for each time. */
export function createKnownAddresses(isRegistered: (address: string) => boolean): KnownAddresses {
  const lastSeen = new Map<string, number>();

  return {
    add: (address) => {
      // Re-inserted, so that the least recent one is the first.
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
