import type { AiDeviceDriver } from "./driver.ts";
import { healthProbe } from "./probes.ts";
import { reportedCameras } from "./reported-cameras.ts";

/** Uncanny Vision servers: they say how they are, and which cameras and slots they watch. */
export const uncanny: AiDeviceDriver = { probe: healthProbe, ...reportedCameras };
