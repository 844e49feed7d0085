import type { KeyPurpose } from "@gatehouse/contract/entities/integration/integration-key";
import type { KeyHolder } from "../platform/http/call.ts";
import { addressKey } from "../platform/http/caller-address.ts";
import { createSecretThrottle } from "../platform/security/secret-throttle.ts";
import type { Services } from "../platform/services.ts";
import { findKeyHolder, listKeyAddresses } from "./integration-key.store.ts";

const addressesReadEveryMs = 1_000;

/**
 * Finds the holder of a key, or refuses. After too many wrong keys an address waits, except where the last call of a
 * valid key came from: there a right key always passes.
 */
export function createKeyCheck({ db, clock }: Pick<Services, "db" | "clock">) {
  const throttle = createSecretThrottle(clock);
  // By the key's id, ahead of what was read.
  const latest = new Map<number, string>();
  let known: { readMs: number; addresses: Promise<ReadonlySet<string>> } | undefined;

  function knownAddresses(): Promise<ReadonlySet<string>> {
    const nowMs = clock.monotonicMs();
    if (!known || nowMs - known.readMs >= addressesReadEveryMs)
      known = { readMs: nowMs, addresses: listKeyAddresses(db) };
    return known.addresses;
  }

  const isKnown = async (from: string) => [...latest.values()].includes(from) || (await knownAddresses()).has(from);

  return async (key: string, purpose: KeyPurpose, address: string): Promise<KeyHolder> => {
    const from = addressKey(address);
    const waiting = throttle.refusal(from);
    if (waiting && !(await isKnown(from))) throw waiting;
    const holder = await findKeyHolder(db, key, purpose, { now: clock.now(), address: from });
    if (!holder) throw throttle.fail(from, "key/invalid");
    latest.set(holder.keyId, from);
    return holder;
  };
}
