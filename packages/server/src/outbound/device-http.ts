import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Network } from "@gatehouse/contract/fields/network";
import type { HttpTransport } from "@gatehouse/drivers/ai-devices/driver";
import { type DeviceResult, failed, type HttpAnswer, success } from "@gatehouse/drivers/device-result";
import { isInside, parseNetworks } from "../platform/networks.ts";
import { allowedAddress } from "./allowed-address.ts";
import { type NameLookup, systemLookup } from "./dns-lookup.ts";

/** How much a device may take of us. */
export interface DeviceLimits {
  /** From the first lookup to the last byte. */
  timeMs: number;
  sizeBytes: number;
}

const usualLimits: DeviceLimits = { timeMs: 2_000, sizeBytes: 256 * 1024 };

/**
 * The drivers' transport: into the site's networks only, within limits, no redirects, and a failure is a value. The
 * networks are read for each call, so that a change of the setting takes effect at once.
 */
export function createDeviceHttp(
  readNetworks: () => Promise<string>,
  limits: Partial<DeviceLimits> = {},
  look: NameLookup = systemLookup,
): HttpTransport {
  const { timeMs, sizeBytes } = { ...usualLimits, ...limits };
  return async ({ url, headers = {} }) => {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (target?.protocol !== "http:") return failed("unreachable", "The device has no valid URL.");
    const networks = parseNetworks(await readNetworks());
    const signal = AbortSignal.timeout(timeMs);
    const place = await inTime(placeInside(target, networks, look), signal);
    if (!place.ok) return place;
    return get(target, place.value, headers, sizeBytes, signal);
  };
}

/** The one address that is connected to: found once, checked, and never looked up again. */
export const placeInside = (
  target: URL,
  networks: readonly Network[],
  look: NameLookup = systemLookup,
): Promise<DeviceResult<string>> =>
  allowedAddress(target, (address) => isInside(networks, address), look, "is outside the site's networks.");

const tooLate = () => failed("timed-out", "The device did not answer in time.");

function inTime<T>(work: Promise<DeviceResult<T>>, signal: AbortSignal): Promise<DeviceResult<T>> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(tooLate()), { once: true });
    work.then(resolve, reject);
  });
}

function get(
  target: URL,
  address: string,
  headers: Record<string, string>,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<DeviceResult<HttpAnswer>> {
  return new Promise((resolve) => {
    const asking = request({
      host: address,
      port: target.port || 80,
      path: `${target.pathname}${target.search}`,
      headers: { accept: "application/json, */*;q=0.5", ...headers, host: target.host, connection: "close" },
      // A connection of its own: what one device does to it concerns no other.
      agent: false,
      signal,
    });
    asking.once("error", (error) => resolve(signal.aborted ? tooLate() : errorReason(error)));
    asking.once("response", (answer) => {
      void read(answer, sizeBytes, signal).then((result) => {
        resolve(result);
        asking.destroy();
      });
    });
    asking.end();
  });
}

async function read(answer: IncomingMessage, most: number, signal: AbortSignal): Promise<DeviceResult<HttpAnswer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) return failed("too-large", `The response is larger than ${Math.round(most / 1024)} KiB.`);
      chunks.push(chunk);
    }
  } catch {
    return signal.aborted ? tooLate() : failed("not-understood", "The response was cut off.");
  }
  const { statusCode: status = 0, headers } = answer;
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return success({ status, contentType: headers["content-type"] ?? "", text, mayBeFramed: mayBeFramed(headers) });
}

/** Whether a page may be shown inside one of ours, which is of another origin. */
function mayBeFramed(headers: IncomingHttpHeaders): boolean {
  const policy = [headers["content-security-policy"] ?? ""].flat().join(";");
  const ancestors = /(?:^|[;,])\s*frame-ancestors\s([^;,]*)/i.exec(policy)?.[1];
  // Where both are there, browsers follow the policy.
  if (ancestors !== undefined) return /(?:^|\s)(?:\*|https?:)(?:\s|$)/i.test(ancestors);
  return headers["x-frame-options"] === undefined;
}

function errorReason(error: NodeJS.ErrnoException): DeviceResult<never> {
  const code = error.code ?? "";
  if (code === "ETIMEDOUT") return tooLate();
  if (code === "ECONNREFUSED") return failed("unreachable", "Connection refused.");
  if (code === "ECONNRESET") return failed("unreachable", "The device closed the connection without an answer.");
  // Node's parser gives up on what is not HTTP.
  if (code.startsWith("HPE_")) return failed("not-understood", "The response is not HTTP.");
  return failed("unreachable", `Connection failed (${code || error.name}).`);
}
