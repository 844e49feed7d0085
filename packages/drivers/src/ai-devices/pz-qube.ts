import type { AiDeviceDriver } from "./driver.ts";
import { healthProbe } from "./probes.ts";

/** PZ Qube: its slot controllers are entered by hand, and its gateway says how it is. */
export const pzQube: AiDeviceDriver = { probe: healthProbe };
