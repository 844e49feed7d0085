import { lookup } from "node:dns/promises";

/** The addresses behind a host name; empty when it has none. */
export type NameLookup = (name: string) => Promise<readonly string[]>;

// The system's lookups block the threads that passwords are checked on too: never let dead names take them all.
const atOnce = 2;

/** A lookup that asks for each name once at a time and for few names at once. */
export function limitedLookup(look: NameLookup, most = atOnce): NameLookup {
  const underWay = new Map<string, Promise<readonly string[]>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn(name: string): Promise<readonly string[]> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await look(name);
    } finally {
      // The place goes to whoever waits longest, or is free again.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return (name) => {
    const before = underWay.get(name);
    if (before) return before;
    const now = inTurn(name).finally(() => underWay.delete(name));
    underWay.set(name, now);
    return now;
  };
}

/** The system's own lookup, hosts file included. */
export const systemLookup: NameLookup = limitedLookup(async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
});
