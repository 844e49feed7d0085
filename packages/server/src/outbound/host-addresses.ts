import { isIP } from "node:net";
import { canonicalHost } from "@gatehouse/contract/fields/relay-address";
import { type NameLookup, systemLookup } from "./dns-lookup.ts";

/** Every address of a host, in one spelling each; the host as entered is one of them. */
export type HostAddresses = (host: string) => Promise<ReadonlySet<string>>;

/** Short, because a transaction or a command waits for it. */
const lookupTimeoutMs = 1_000;

/** Resolves hosts within a second. A name that can't be resolved right now keeps the addresses that it had last. */
export function createHostAddresses(look: NameLookup = systemLookup, timeoutMs = lookupTimeoutMs): HostAddresses {
  const lastFound = new Map<string, readonly string[]>();

  return async (host) => {
    const name = canonicalHost(host);
    if (isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return new Set([name]);
    const found = await withTimeout(look(name), timeoutMs);
    if (found.length > 0) lastFound.set(name, found.map(canonicalHost));
    return new Set([name, ...(lastFound.get(name) ?? [])]);
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
