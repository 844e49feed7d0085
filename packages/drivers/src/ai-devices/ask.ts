import { type DeviceResult, failed, type HttpAnswer, success } from "../device-result.ts";
import type { AiDeviceAddress, HttpTransport } from "./driver.ts";

/** Asks a device for one path below its base path, with its credentials where it has some. */
export function ask(device: AiDeviceAddress, path: string, http: HttpTransport): Promise<DeviceResult<HttpAnswer>> {
  const { username, password = "" } = device;
  const url = urlOf(device, path);
  if (!username) return http({ url });
  const credentials = Buffer.from(`${username}:${password}`, "utf8").toString("base64");
  return http({ url, headers: { authorization: `Basic ${credentials}` } });
}

/** The same, for the JSON that it answers; anything but JSON with a good status is a failure. */
export async function askForJson(
  device: AiDeviceAddress,
  path: string,
  http: HttpTransport,
): Promise<DeviceResult<unknown>> {
  const result = await ask(device, path, http);
  if (!result.ok) return result;
  const refusal = refusalOf(result.value, path);
  if (refusal) return refusal;
  try {
    return success(JSON.parse(result.value.text));
  } catch {
    return failed("not-understood", `The device answered ${path} with something that is not JSON.`);
  }
}

/** Whether the device understood whom it talks to but not its name and password. */
export const asksForCredentials = ({ status }: HttpAnswer): boolean => status === 401 || status === 403;

/** What a status other than 2xx means. */
export function refusalOf(answer: HttpAnswer, path: string): DeviceResult<never> | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (asksForCredentials(answer)) return failed("wrong-credentials", "The device refuses this username and password.");
  // A redirect may lead anywhere, so it is never followed.
  if (status >= 300 && status < 400) {
    return failed("refused", `The device redirects ${path} elsewhere; check its address and base path.`);
  }
  if (status === 404) return failed("refused", `The device has nothing at ${path}; check its base path.`);
  return failed("refused", `The device answered ${path} with status ${status}.`);
}

function urlOf({ ip, apiPort, apiBasepath }: AiDeviceAddress, path: string): string {
  const host = ip.includes(":") ? `[${ip}]` : ip;
  const base = apiBasepath.split("/").filter(Boolean).map(encodeSegment);
  return `http://${host}:${apiPort}/${[...base, ...path.split("/").filter(Boolean)].join("/")}`;
}

/** People may enter a base path that is encoded already. */
const encodeSegment = (segment: string) => encodeURIComponent(segment).replaceAll(/%25([0-9a-f]{2})/gi, "%$1");
