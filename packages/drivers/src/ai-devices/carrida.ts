import type { AiDeviceDriver } from "./driver.ts";
import { httpProbe } from "./http-probe.ts";

/** Carrida plate readers. */
export const carrida: AiDeviceDriver = { probe: httpProbe("/") };
