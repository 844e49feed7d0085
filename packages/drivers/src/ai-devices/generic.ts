import type { AiDeviceDriver } from "./driver.ts";
import { webPageProbe } from "./probes.ts";
import { reportedCameras } from "./reported-cameras.ts";

/** Any device or adapter: our camera list with optional Basic auth, or one that only pushes and has a web page. */
export const generic: AiDeviceDriver = { probe: webPageProbe, ...reportedCameras };
