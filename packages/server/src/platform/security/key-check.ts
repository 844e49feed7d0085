import type { ErrorCode } from "@gatehouse/contract/errors";
import type { Clock } from "../clock.ts";
import { addressKey } from "../http/caller-address.ts";
import { createSecretThrottle } from "./secret-throttle.ts";

const addressCacheMs = 1_000;

/** Where the keys of one kind are stored. */
export interface KeySource<Holder, Purpose> {
  /** Finds the holder of a valid key, and saves the address of its use. */
  find(key: string, purpose: Purpose, address: string): Promise<Holder | undefined>;
  /** Identifies the key of a holder. */
  idOf(holder: Holder): number;
  /** Lists the last address of each valid key. */
  listAddresses(): Promise<ReadonlySet<string>>;
  /** The error of an unknown key. */
  invalid?: ErrorCode;
}

/**
 * Creates the check of keys. After too many wrong keys an address is throttled, unless a valid key was last used from it:
 * a valid key from there always passes.
 */
export function createKeyCheck<Holder, Purpose>(clock: Clock, source: KeySource<Holder, Purpose>) {
  const throttle = createSecretThrottle(clock);
  // The last address by key id, newer than the cached list.
  const lastAddresses = new Map<number, string>();
  let cached: { readMs: number; addresses: Promise<ReadonlySet<string>> } | undefined;

  function loadKnownAddresses(): Promise<ReadonlySet<string>> {
    const nowMs = clock.monotonicMs();
    if (!cached || nowMs - cached.readMs >= addressCacheMs) {
      cached = { readMs: nowMs, addresses: source.listAddresses() };
    }
    return cached.addresses;
  }

  const isKnown = async (from: string) =>
    [...lastAddresses.values()].includes(from) || (await loadKnownAddresses()).has(from);

  return async (key: string, purpose: Purpose, address: string): Promise<Holder> => {
    const from = addressKey(address);
    const error = throttle.errorFor(from);
    if (error && !(await isKnown(from))) throw error;
    const holder = await source.find(key, purpose, from);
    if (!holder) throw throttle.fail(from, source.invalid ?? "key/invalid");
    lastAddresses.set(source.idOf(holder), from);
    return holder;
  };
}
