import { failed, success } from "../device-result.ts";
import { ask, askForJson, asksForCredentials, refusalOf } from "./ask.ts";
import type { AiDeviceDriver } from "./driver.ts";

const well = success(null);

/** Devices that speak our contract: `{"status":"ok"}` at /health, or a status that names what is wrong. */
export const healthProbe: AiDeviceDriver["probe"] = async (device, http) => {
  const result = await askForJson(device, "/health", http);
  if (!result.ok) return result;
  const status = (result.value as { status?: unknown } | null)?.status;
  if (status === "ok") return well;
  if (typeof status !== "string") return failed("not-understood", "The device's /health says no status.");
  return failed("refused", `The device says that it is "${status.slice(0, 100)}".`);
};

/** Devices with nothing but a web page of their own: any answer shows that they run, also one that asks to sign in. */
export const webPageProbe: AiDeviceDriver["probe"] = async (device, http) => {
  const result = await ask(device, "/", http);
  // A page too large to read is a page all the same.
  if (!result.ok) return result.failure.kind === "too-large" ? well : result;
  const isFault = result.value.status >= 500 || (device.username && asksForCredentials(result.value));
  return (isFault ? refusalOf(result.value, "/") : undefined) ?? well;
};
