import type { AiDeviceDriver } from "./driver.ts";
import { httpProbe } from "./http-probe.ts";

/** PZ Qube controllers. */
export const pzQube: AiDeviceDriver = { probe: httpProbe("/health") };
