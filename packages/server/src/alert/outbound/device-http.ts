import type { IncomingHttpHeaders } from "node:http";
import type { HttpTransport } from "@gatehouse/drivers/ai-devices/driver";
import { failed, success } from "@gatehouse/drivers/device-result";
import { deviceNetworks, resolveAllowedAddress } from "../allowed-address.ts";
import { type NameLookup, systemLookup } from "../dns-lookup.ts";
import { type HttpLimits, sendHttp } from "../http-client.ts";

const defaultLimits: HttpLimits = { timeoutMs: 2_000, maxBytes: 256 * 1_024 };

/**
 * Creates the drivers' transport to devices in the site's networks. It reads the networks for each request, so a change of
 * the setting takes effect at once.
 */
export function createDeviceHttp(
  readNetworks: () => Promise<string>,
  limits: Partial<HttpLimits> = {},
  look: NameLookup = systemLookup,
): HttpTransport {
  return async ({ url: text, headers = {} }) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "http:") return failed("unreachable", "The device has no valid URL.");
    const networks = deviceNetworks(await readNetworks());
    const request = { url, headers: { accept: "application/json, */*;q=0.5", ...headers } };
    const result = await sendHttp(request, (target) => resolveAllowedAddress(target, networks, look), {
      ...defaultLimits,
      ...limits,
    });
    if (!result.ok) return result;
    const { status, headers: received, text: body } = result.value;
    const contentType = received["content-type"] ?? "";
    return success({ status, contentType, text: body, mayBeFramed: mayBeFramed(received) });
  };
}

/** Whether a page allows framing by the console, which has another origin. */
function mayBeFramed(headers: IncomingHttpHeaders): boolean {
  const policy = [headers["content-security-policy"] ?? ""].flat().join(";");
  const ancestors = /(?:^|[;,])\s*frame-ancestors\s([^;,]*)/i.exec(policy)?.[1];
  // Browsers ignore X-Frame-Options if the policy has frame-ancestors.
  if (ancestors !== undefined) return /(?:^|\s)(?:\*|https?:)(?:\s|$)/i.test(ancestors);
  return headers["x-frame-options"] === undefined;
}
