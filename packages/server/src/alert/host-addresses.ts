import { isIP } from "node:net";
import { canonicalHost } from "@gatehouse/contract/fields/relay-address";
import { type NameLookup, systemLookup } from "./dns-lookup.ts";

/** All addresses of a host in canonical form, and the host as entered. */
export type HostAddresses = (host: string) => Promise<ReadonlySet<string>>;

/** Short, because transactions and commands wait for the lookup. */
const lookupTimeoutMs = 1_000;

/** Resolves hosts within a time limit. If a lookup fails, the addresses of the last successful one are used. */
export function createHostAddresses(look: NameLookup = systemLookup, timeoutMs = lookupTimeoutMs): HostAddresses {
  const lastAddresses = new Map<string, readonly string[]>();

  return async (host) => {
    const name = canonicalHost(host);
    if (isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return new Set([name]);
    const found = await withTimeout(look(name), timeoutMs);
    if (found.length > 0) lastAddresses.set(name, found.map(canonicalHost));
    return new Set([name, ...(lastAddresses.get(name) ?? [])]);
  };
}

function withTimeout(lookup: Promise<readonly string[]>, ms: number): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), ms);
    lookup.then(resolve, () => resolve([])).finally(() => clearTimeout(timer));
  });
}

/** Resolves with the system's lookup. */
export const systemHostAddresses: HostAddresses = createHostAddresses();
