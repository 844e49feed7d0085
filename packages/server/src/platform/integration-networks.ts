import { type Network, networkParts, parseIpAddress, publicWord } from "@gatehouse/contract/fields/network";
import { isInside, parseNetworks } from "./networks.ts";

/** The networks that integrations may reach. */
export interface IntegrationNetworks {
  readonly isPublicAllowed: boolean;
  readonly networks: readonly Network[];
}

/** IPv4 networks that the IANA special-purpose registry lists as not globally reachable. */
const specialIpv4 = parseNetworks(
  "0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24, " +
    "192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4",
);
const globalIpv6 = parseNetworks("2000::/3");
const specialIpv6 = parseNetworks("2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20");

/** Cloud metadata services hand out credentials, so only their exact address allows them, never a larger network. */
const metadataServices = parseNetworks(
  "169.254.169.254, 169.254.170.2, 168.63.129.16, 100.100.100.200, 192.0.0.192, fd00:ec2::254, fd20:ce::254",
);

/** Parses a list such as "public, 10.0.0.0/8"; ignores invalid parts. */
export function parseIntegrationNetworks(list: string): IntegrationNetworks {
  return { isPublicAllowed: networkParts(list).includes(publicWord), networks: parseNetworks(list) };
}

/** Whether integrations may connect to an address. */
export function isIntegrationAddress({ isPublicAllowed, networks }: IntegrationNetworks, address: string): boolean {
  if (isInside(metadataServices, address))
    return isInside(
      networks.filter(({ prefix, bits }) => prefix === bits),
      address,
    );
  return isInside(networks, address) || (isPublicAllowed && isPublic(address));
}

function isPublic(address: string): boolean {
  const bits = parseIpAddress(address)?.bits;
  if (bits === 32) return !isInside(specialIpv4, address);
  return bits === 128 && isInside(globalIpv6, address) && !isInside(specialIpv6, address);
}
