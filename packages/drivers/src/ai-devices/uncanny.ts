import type { AiDeviceDriver } from "./driver.ts";
import { httpProbe } from "./http-probe.ts";

/** Uncanny Vision servers. */
export const uncanny: AiDeviceDriver = { probe: httpProbe("/health") };
