import type { KeyPurpose } from "@gatehouse/contract/entities/integration/integration-key";
import type { KeyHolder } from "../platform/http/call.ts";
import { addressKey } from "../platform/http/caller-address.ts";
import { createSecretThrottle } from "../platform/security/secret-throttle.ts";
import type { Services } from "../platform/services.ts";
import { findKeyHolder, listKeyAddresses } from "./integration-key.store.ts";

const addressCacheMs = 1_000;

/**
 * Creates the check of integration keys. After too many wrong keys an address is throttled, unless a valid key was last
 * used from it: a valid key from there always passes.
 */
export function createKeyCheck({ db, clock }: Pick<Services, "db" | "clock">) {
  const throttle = createSecretThrottle(clock);
  // The last address by key id, newer than the cached list.
  const lastAddresses = new Map<number, string>();
  let cached: { readMs: number; addresses: Promise<ReadonlySet<string>> } | undefined;

  function loadKnownAddresses(): Promise<ReadonlySet<string>> {
    const nowMs = clock.monotonicMs();
    if (!cached || nowMs - cached.readMs >= addressCacheMs) cached = { readMs: nowMs, addresses: listKeyAddresses(db) };
    return cached.addresses;
  }

  const isKnown = async (from: string) =>
    [...lastAddresses.values()].includes(from) || (await loadKnownAddresses()).has(from);

  return async (key: string, purpose: KeyPurpose, address: string): Promise<KeyHolder> => {
    const from = addressKey(address);
    const refusal = throttle.refusal(from);
    if (refusal && !(await isKnown(from))) throw refusal;
    const holder = await findKeyHolder(db, key, purpose, { now: clock.now(), address: from });
    if (!holder) throw throttle.fail(from, "key/invalid");
    lastAddresses.set(holder.keyId, from);
    return holder;
  };
}
