import type { AiDeviceDriver } from "./driver.ts";
import { httpProbe } from "./http-probe.ts";

/** Bosch cameras. */
export const bosch: AiDeviceDriver = { probe: httpProbe("/") };
