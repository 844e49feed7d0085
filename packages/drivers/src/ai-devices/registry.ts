import type { VendorCode } from "@gatehouse/contract/vendors";
import { failed, success } from "../device-result.ts";
import { get, getJson, requiresCredentials, toError } from "./device-request.ts";
import type { AiDeviceDriver } from "./driver.ts";
import { reportedCameras } from "./reported-cameras.ts";

const healthy = success(null);

/** For devices with the documented protocol: /health returns `{"status":"ok"}` or a status that names the error. */
const healthProbe: AiDeviceDriver["probe"] = async (device, http) => {
  const result = await getJson(device, "/health", http);
  if (!result.ok) return result;
  const status = (result.value as { status?: unknown } | null)?.status;
  if (status === "ok") return healthy;
  if (typeof status !== "string") return failed("not-understood", "The device's /health has no status.");
  return failed("refused", `The device reports "${status.slice(0, 100)}".`);
};

/** For devices with only a web page: any response shows that they run, even one that requires sign-in. */
const webPageProbe: AiDeviceDriver["probe"] = async (device, http) => {
  const result = await get(device, "/", http);
  // A page that is too large is still a response.
  if (!result.ok) return result.failure.kind === "too-large" ? healthy : result;
  const isError = result.value.status >= 500 || (device.username && requiresCredentials(result.value));
  return (isError ? toError(result.value, "/") : undefined) ?? healthy;
};

/** The driver of each vendor's devices. Without `reportedCameras` a vendor's cameras are added manually. */
export const aiDeviceDrivers: Readonly<Record<VendorCode, AiDeviceDriver>> = {
  bosch: { probe: webPageProbe },
  carrida: { probe: webPageProbe },
  generic: { probe: webPageProbe, ...reportedCameras },
  pz_qube: { probe: healthProbe },
  uncanny: { probe: healthProbe, ...reportedCameras },
};
