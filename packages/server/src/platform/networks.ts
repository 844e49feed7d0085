import { BlockList } from "node:net";
import {
  type IpAddress,
  type Network,
  networkParts,
  parseIpAddress,
  parseNetwork,
} from "@gatehouse/contract/fields/network";

/** Parses a comma-separated list of networks; ignores parts that aren't networks. */
export function parseNetworks(list: string): readonly Network[] {
  return networkParts(list)
    .map(parseNetwork)
    .filter((network) => network !== undefined);
}

/** Whether an IP address is in one of the networks; false for anything that isn't an IP address. */
export function isInside(networks: readonly Network[], address: string): boolean {
  const ip = parseIpAddress(address);
  if (ip === undefined) return false;
  const family = ip.bits === 32 ? "ipv4" : "ipv6";
  // One family only: BlockList also matches IPv4-mapped addresses (::ffff:8.8.8.8) against IPv6 networks such as ::/0.
  const list = new BlockList();
  for (const network of networks) {
    if (network.bits === ip.bits) list.addSubnet(formatAddress(network), network.prefix, family);
  }
  return list.check(formatAddress(ip), family);
}

function formatAddress({ bits, value }: IpAddress): string {
  const hex = value.toString(16).padStart(bits / 4, "0");
  if (bits === 128) return hex.replaceAll(/.{4}(?=.)/g, "$&:");
  return Buffer.from(hex, "hex").join(".");
}
