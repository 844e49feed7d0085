import { isIP } from "node:net";
import { hostOf } from "../outbound/allowed-address.ts";
import { deviceUrl } from "../outbound/device-address.ts";
import type { NameLookup } from "../outbound/dns-lookup.ts";
import type { ReaderLink } from "./reader-links.ts";

/** The connection that a connecting reader belongs to, or why it is rejected. */
export type Identified = { readonly key: string } | { readonly rejection: string };

/** LIVE-1: identifies a reader that connected to the server by its address. */
export async function identifyReader(
  links: ReadonlyMap<string, ReaderLink>,
  address: string,
  lookup: NameLookup,
): Promise<Identified> {
  let rejection = "No reader with this address is configured.";
  for (const [key, { host, port, readers }] of links) {
    if (!(await hasAddress(host, address, lookup))) continue;
    if (port === null) return { key };
    const names = readers.map(({ name }) => `"${name}"`).join(", ");
    rejection = `The server connects to ${names} on port ${port}. A reader that connects itself has no port and the driver of the RFID server.`;
  }
  return { rejection };
}

async function hasAddress(host: string, address: string, lookup: NameLookup): Promise<boolean> {
  const own = normalize(host);
  const addresses = isIP(own) === 0 ? await lookup(host) : [own];
  return addresses.some((one) => normalize(one) === normalize(address));
}

/** One spelling of an IPv6 address. */
function normalize(host: string): string {
  const url = deviceUrl(host);
  return url ? hostOf(url) : host;
}
