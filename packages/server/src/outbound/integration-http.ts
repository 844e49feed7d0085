import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type DeviceResult, failed, type HttpAnswer, success } from "@gatehouse/drivers/device-result";
import type { IntegrationTransport } from "@gatehouse/drivers/mygate/mygate";
import { outsideIntegrationNetworks } from "../configuration/integration-url.ts";
import { isIntegrationAddress, parseIntegrationNetworks } from "../platform/integration-networks.ts";
import { allowedAddress } from "./allowed-address.ts";
import { type NameLookup, systemLookup } from "./dns-lookup.ts";

const timeMs = 10_000;
const mostBytes = 4 * 1_048_576;

interface OutsideLimits {
  readonly timeMs: number;
  readonly mostBytes: number;
}

type Sent = Parameters<IntegrationTransport>[0];

/**
 * SAFE-8: the way to systems outside the site: into the allowed networks only, within limits of time and size, without
 * following redirects. The networks are read for each call, and the name is resolved once.
 */
export function createIntegrationHttp(
  readNetworks: () => Promise<string>,
  limits: Partial<OutsideLimits> = {},
  look: NameLookup = systemLookup,
): IntegrationTransport {
  const within = { timeMs, mostBytes, ...limits };
  return async (sent) => {
    const target = URL.canParse(sent.url) ? new URL(sent.url) : undefined;
    if (!target || !/^https?:$/.test(target.protocol)) return failed("unreachable", "Invalid URL.");
    const networks = parseIntegrationNetworks(await readNetworks());
    const signal = AbortSignal.timeout(within.timeMs);
    const isAllowed = (address: string) => isIntegrationAddress(networks, address);
    const address = await inTime(allowedAddress(target, isAllowed, look, outsideIntegrationNetworks), signal);
    return address.ok ? send(target, address.value, sent, within, signal) : address;
  };
}

const tooLate = () => failed("timed-out", "No reply in time.");

function inTime<T>(work: Promise<DeviceResult<T>>, signal: AbortSignal): Promise<DeviceResult<T>> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(tooLate()), { once: true });
    work.then(resolve, reject);
  });
}

/** Connects to the address that was checked, whatever the name resolves to by now. */
const pinned =
  (address: string): LookupFunction =>
  (_name, options, done) => {
    const family = isIP(address);
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

function send(
  target: URL,
  address: string,
  { method, headers = {}, body }: Sent,
  { mostBytes: most }: OutsideLimits,
  signal: AbortSignal,
): Promise<DeviceResult<HttpAnswer>> {
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const request = target.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const asking = request(target, {
      method,
      lookup: pinned(address),
      agent: false,
      signal,
      headers: {
        accept: "application/json",
        ...(text && { "content-type": "application/json", "content-length": text.length }),
        ...headers,
      },
    });
    asking.once("error", (error) => resolve(signal.aborted ? tooLate() : failed("unreachable", errorReason(error))));
    asking.once("response", (answer) => {
      void read(answer, most, signal).then((result) => {
        resolve(result);
        asking.destroy();
      });
    });
    asking.end(text);
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
  } catch (error) {
    return signal.aborted ? tooLate() : failed("unreachable", errorReason(error as NodeJS.ErrnoException));
  }
  const contentType = answer.headers["content-type"] ?? "";
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return success({ status: answer.statusCode ?? 0, contentType, text });
}

function errorReason({ code, name }: NodeJS.ErrnoException): string {
  if (code === "ECONNREFUSED") return "Connection refused.";
  return `Connection failed (${code ?? name}).`;
}
