import type { VendorCode } from "@gatehouse/contract/vendors";
import type { AiDeviceDriver } from "./driver.ts";
import { healthProbe, webPageProbe } from "./probes.ts";
import { reportedCameras } from "./reported-cameras.ts";

/** The driver of each vendor's devices. Without `reportedCameras` a vendor's cameras are added manually. */
export const aiDeviceDrivers: Readonly<Record<VendorCode, AiDeviceDriver>> = {
  bosch: { probe: webPageProbe },
  carrida: { probe: webPageProbe },
  generic: { probe: webPageProbe, ...reportedCameras },
  pz_qube: { probe: healthProbe },
  uncanny: { probe: healthProbe, ...reportedCameras },
};
