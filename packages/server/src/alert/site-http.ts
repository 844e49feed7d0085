import type { HttpTransport } from "@gatehouse/drivers/ai-devices/driver";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import type { IntegrationTransport } from "@gatehouse/drivers/mygate/mygate";
import { loadRequiredConfigs } from "../house/required-config.store.ts";
import type { ReadDb } from "../platform/database/database.ts";
import { deviceNetworks, integrationNetworks, lookupWithin, resolveAllowedAddress } from "./allowed-address.ts";
import { type NameLookup, systemLookup } from "./dns-lookup.ts";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch.ts";
import {
  type BinaryResponse,
  type HttpLimits,
  type OpenResponse,
  openHttp,
  receiveHttp,
  sendHttp,
} from "./http-client.ts";
import { createDeviceHttp } from "./outbound/device-http.ts";

const defaultLimits: HttpLimits = { timeoutMs: 10_000, maxBytes: 4 * 1_048_576 };

/**
 * Creates the transport to MyGate, the cloud and the ticket service. It reads the allowed networks for each
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

const loadDeviceNetworks = async (db: ReadDb) => (await loadRequiredConfigs(db)).deviceNetworks;

/** Transport to devices in the networks that the site has configured. */
export const siteHttp = (db: ReadDb): HttpTransport => createDeviceHttp(() => loadDeviceNetworks(db));

/** Requests a page of a device in the site's networks; its body is streamed. */
export async function openDevicePage(db: ReadDb, url: URL, limits: HttpLimits): Promise<DeviceResult<OpenResponse>> {
  const networks = deviceNetworks(await loadDeviceNetworks(db));
  return openHttp({ url }, (target) => resolveAllowedAddress(target, networks, systemLookup), limits);
}

/** Requests a file of a device in the site's networks. */
export async function fetchFromDevice(db: ReadDb, url: URL, limits: HttpLimits): Promise<DeviceResult<BinaryResponse>> {
  const networks = deviceNetworks(await loadDeviceNetworks(db));
  return receiveHttp({ url }, (target) => resolveAllowedAddress(target, networks, systemLookup), limits);
}

/** Resolves the host of a URL to one address in the site's networks. */
export async function resolveDeviceAddress(db: ReadDb, url: URL, timeoutMs: number): Promise<DeviceResult<string>> {
  const networks = deviceNetworks(await loadDeviceNetworks(db));
  return lookupWithin(resolveAllowedAddress(url, networks, systemLookup), timeoutMs);
}

/** Transport to MyGate, the cloud and the ticket service in the networks allowed for them. */
export const integrationHttp = (db: ReadDb): IntegrationTransport =>
  createIntegrationHttp(async () => (await loadRequiredConfigs(db)).integrationNetworks);

/** `fetch` for libraries that call other systems, in the networks allowed for integrations. */
export const integrationFetch = (db: ReadDb): GuardedFetch =>
  createGuardedFetch(async () => (await loadRequiredConfigs(db)).integrationNetworks);
