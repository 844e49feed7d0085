import { type Network, networkParts, parseIpAddress, parseNetwork } from "@gatehouse/contract/fields/network";

/** The networks of a comma separated list; a part that is none lets nothing in. */
export function parseNetworks(list: string): readonly Network[] {
  return networkParts(list).flatMap((part) => parseNetwork(part) ?? []);
}

/** Whether an address lies in one of the networks; what is no address lies in none. */
export function isInside(networks: readonly Network[], address: string): boolean {
  const ip = parseIpAddress(address);
  if (ip === undefined) return false;
  return networks.some(({ bits, prefix, value }) => {
    const rest = BigInt(bits - prefix);
    return bits === ip.bits && value >> rest === ip.value >> rest;
  });
}
