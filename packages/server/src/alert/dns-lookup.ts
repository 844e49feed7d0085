import { lookup } from "node:dns/promises";

/** The addresses behind a host name; empty when it has none. */
export type NameLookup = (name: string) => Promise<readonly string[]>;

// Lookups run on the same thread pool as password hashing; names that time out must not block all of its threads.
const maxConcurrentLookups = 2;

/** Wraps a lookup: concurrent lookups of a name share one result, and few names are looked up at the same time. */
export function createLimitedLookup(lookUp: NameLookup, maxConcurrent = maxConcurrentLookups): NameLookup {
  const pending = new Map<string, Promise<readonly string[]>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function lookUpInTurn(name: string): Promise<readonly string[]> {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await lookUp(name);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return (name) => {
    const shared = pending.get(name);
    if (shared) return shared;
    const started = lookUpInTurn(name).finally(() => pending.delete(name));
    pending.set(name, started);
    return started;
  };
}

/** The system's own lookup, hosts file included. */
export const systemLookup: NameLookup = createLimitedLookup(async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
});
