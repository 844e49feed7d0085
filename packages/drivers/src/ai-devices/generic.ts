import type { AiDeviceDriver } from "./driver.ts";
import { httpProbe } from "./http-probe.ts";

/** Devices that only push; the web page of their own is all they can be asked for. */
export const generic: AiDeviceDriver = { probe: httpProbe("/") };
