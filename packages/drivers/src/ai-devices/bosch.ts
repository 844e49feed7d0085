import type { AiDeviceDriver } from "./driver.ts";
import { webPageProbe } from "./probes.ts";

/** Bosch cameras: entered by hand, they report by themselves, and their web page tells that they run. */
export const bosch: AiDeviceDriver = { probe: webPageProbe };
