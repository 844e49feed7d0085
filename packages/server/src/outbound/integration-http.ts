import { failed, success } from "@gatehouse/drivers/device-result";
import type { IntegrationTransport } from "@gatehouse/drivers/mygate/mygate";
import { integrationNetworks, resolveAllowedAddress } from "./allowed-address.ts";
import { type NameLookup, systemLookup } from "./dns-lookup.ts";
import { type HttpLimits, sendHttp } from "./http-client.ts";

const defaultLimits: HttpLimits = { timeoutMs: 10_000, maxBytes: 4 * 1_048_576 };

/**
 * SAFE-8: creates the transport to MyGate, the cloud and the ticket service. It reads the allowed networks for each
 * request.
 */
export function createIntegrationHttp(
  readNetworks: () => Promise<string>,
  limits: Partial<HttpLimits> = {},
  look: NameLookup = systemLookup,
): IntegrationTransport {
  return async ({ url: text, headers = {}, ...rest }) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) return failed("unreachable", "Invalid URL.");
    const networks = integrationNetworks(await readNetworks());
    const request = { ...rest, url, headers: { accept: "application/json", ...headers } };
    const result = await sendHttp(request, (target) => resolveAllowedAddress(target, networks, look), {
      ...defaultLimits,
      ...limits,
    });
    if (!result.ok) return result;
    const { status, headers: received, text: body } = result.value;
    return success({ status, contentType: received["content-type"] ?? "", text: body });
  };
}
