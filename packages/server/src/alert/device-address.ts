import { deviceNetworks, lookupWithin, resolveAllowedAddress } from "./allowed-address.ts";
import type { NameLookup } from "./dns-lookup.ts";

/** The address of a device, or why nothing can be sent to it. */
export type LocatedDevice = { ok: true; address: string } | { ok: false; isSent: false; detail: string };

/** Resolves a host to one address inside the site's networks. */
export async function locateDevice(
  host: string,
  networks: string,
  { lookup, timeoutMs }: { lookup: NameLookup; timeoutMs: number },
): Promise<LocatedDevice> {
  const target = deviceUrl(host);
  if (!target) return { ok: false, isSent: false, detail: "Invalid address." };
  const place = await lookupWithin(resolveAllowedAddress(target, deviceNetworks(networks), lookup), timeoutMs);
  return place.ok ? { ok: true, address: place.value } : { ok: false, isSent: false, detail: place.failure.detail };
}

/** The URL of a host name or IP address; undefined if it is invalid. */
export function deviceUrl(host: string, port = 80, path = "/"): URL | undefined {
  const text = `http://${host.includes(":") ? `[${host}]` : host}:${port}${path}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}
