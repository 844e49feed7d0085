import { canonicalHost } from "@gatehouse/contract/fields/relay-address";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { HostAddresses } from "../../alert/host-addresses.ts";
import type { Site } from "../site-cache.ts";
import type { SiteActuator } from "../site-wiring.ts";

/**
 * Finds the barrier on a relay, whatever spelling either address has. `resolved` is the address that a command
 * connects to; without it, every address of the relay's host is compared.
 */
export async function findBarrierOn(
  { barriers }: Pick<Site, "barriers">,
  relay: RelayAddress,
  addressesOf: HostAddresses,
  resolved?: string,
): Promise<SiteActuator | undefined> {
  // Only barriers with the same port and relay number can conflict, so most checks need no lookup.
  const candidates = [...barriers.values()].flatMap((barrier) => {
    const { address } = barrier.relay;
    return address?.port === relay.port && address.relayNumber === relay.relayNumber ? [{ barrier, address }] : [];
  });
  if (candidates.length === 0) return undefined;
  const own = new Set([
    canonicalHost(relay.host),
    ...(resolved === undefined ? await addressesOf(relay.host) : [canonicalHost(resolved)]),
  ]);
  const compared = candidates.map(async ({ barrier, address: { host } }) => ({
    barrier,
    isSame: [...(await addressesOf(host))].some((address) => own.has(address)),
  }));
  return (await Promise.all(compared)).find(({ isSame }) => isSame)?.barrier;
}
