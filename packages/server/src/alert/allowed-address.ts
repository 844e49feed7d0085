import { isIP } from "node:net";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { failed, success } from "@gatehouse/drivers/device-result";
import { outsideIntegrationNetworks } from "../house/integration-url.ts";
import { isIntegrationAddress, parseIntegrationNetworks } from "../platform/integration-networks.ts";
import { isInside, parseNetworks } from "../platform/networks.ts";
import type { NameLookup } from "./dns-lookup.ts";
import { lookupTimedOut } from "./http-errors.ts";

/** The addresses that a kind of outbound call may reach. */
export interface AllowedNetworks {
  isAllowed(address: string): boolean;
  /** Completes the sentence "<address> …" for an address that is not allowed. */
  readonly rejection: string;
}

/** The networks of the site's devices, from the configured list. */
export function deviceNetworks(list: string): AllowedNetworks {
  const networks = parseNetworks(list);
  return { isAllowed: (address) => isInside(networks, address), rejection: "is outside the site's networks." };
}

/** The networks that integrations may reach, from the configured list. */
export function integrationNetworks(list: string): AllowedNetworks {
  const networks = parseIntegrationNetworks(list);
  return { isAllowed: (address) => isIntegrationAddress(networks, address), rejection: outsideIntegrationNetworks };
}

/** Host name or IP address of a URL, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** Resolves a URL's host once and returns the first allowed address; callers connect to that address only. */
export async function resolveAllowedAddress(
  url: URL,
  { isAllowed, rejection }: AllowedNetworks,
  look: NameLookup,
): Promise<DeviceResult<string>> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await look(host) : [host];
  if (addresses.length === 0) return failed("unreachable", `Host name ${host} not found.`);
  const allowed = addresses.find((address) => isAllowed(address));
  if (allowed !== undefined) return success(allowed);
  const where = addresses[0] === host ? host : `${host} (${addresses[0]})`;
  return failed("outside-networks", `${where} ${rejection}`);
}

/** The result of a lookup, or a failure after the time limit. */
export function lookupWithin<T>(lookup: Promise<DeviceResult<T>>, timeoutMs: number): Promise<DeviceResult<T>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ ok: false, failure: lookupTimedOut(timeoutMs) }), timeoutMs);
    lookup.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
