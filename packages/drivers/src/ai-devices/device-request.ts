import { type DeviceResult, failed, type HttpResponse, success } from "../device-result.ts";
import type { AiDeviceAddress, HttpTransport } from "./driver.ts";

/** Gets a path below the base path of a device, with Basic auth if it has a username. */
export function get(device: AiDeviceAddress, path: string, http: HttpTransport): Promise<DeviceResult<HttpResponse>> {
  const { username, password = "" } = device;
  const url = toUrl(device, path);
  if (!username) return http({ url });
  const credentials = Buffer.from(`${username}:${password}`, "utf8").toString("base64");
  return http({ url, headers: { authorization: `Basic ${credentials}` } });
}

/** Gets JSON; any other content or status is an error. */
export async function getJson(
  device: AiDeviceAddress,
  path: string,
  http: HttpTransport,
): Promise<DeviceResult<unknown>> {
  const result = await get(device, path, http);
  if (!result.ok) return result;
  const error = toError(result.value, path);
  if (error) return error;
  try {
    return success(JSON.parse(result.value.text));
  } catch {
    return failed("not-understood", `The device answered ${path} with invalid JSON.`);
  }
}

/** Whether the device rejects the request without other credentials. */
export const requiresCredentials = ({ status }: HttpResponse): boolean => status === 401 || status === 403;

/** The error for a status other than 2xx. */
export function toError(response: HttpResponse, path: string): DeviceResult<never> | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  if (requiresCredentials(response))
    return failed("wrong-credentials", "The device rejected the username or password.");
  // Redirects are never followed: they could lead out of the site's networks.
  if (status >= 300 && status < 400) {
    return failed("refused", `The device redirects ${path} elsewhere; check its address and base path.`);
  }
  if (status === 404) return failed("refused", `The device has nothing at ${path}; check its base path.`);
  return failed("refused", `The device answered ${path} with status ${status}.`);
}

function toUrl({ ip, apiPort, apiBasepath }: AiDeviceAddress, path: string): string {
  const host = ip.includes(":") ? `[${ip}]` : ip;
  const base = apiBasepath.split("/").filter(Boolean).map(encodeSegment);
  return `http://${host}:${apiPort}/${[...base, ...path.split("/").filter(Boolean)].join("/")}`;
}

/** Leaves percent-encoded parts of a base path as they are. */
const encodeSegment = (segment: string) => encodeURIComponent(segment).replaceAll(/%25([0-9a-f]{2})/gi, "%$1");
