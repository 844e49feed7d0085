import { isIP } from "node:net";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import type { NameLookup } from "./dns-lookup.ts";

/** The one address to connect to: resolved once, checked, and never resolved again. */
export async function allowedAddress(
  target: URL,
  isAllowed: (address: string) => boolean,
  look: NameLookup,
  refusal: string,
): Promise<DeviceResult<string>> {
  const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? await look(host) : [host];
  if (addresses.length === 0) return failed("unreachable", `Host name ${host} not found.`);
  const allowed = addresses.find(isAllowed);
  if (allowed !== undefined) return success(allowed);
  const where = addresses[0] === host ? host : `${host} (${addresses[0]})`;
  return failed("outside-networks", `${where} ${refusal}`);
}
