import type { AiDeviceDriver } from "./driver.ts";
import { webPageProbe } from "./probes.ts";

/** Carrida plate readers: entered by hand, they report by themselves, and their web page tells that they run. */
export const carrida: AiDeviceDriver = { probe: webPageProbe };
