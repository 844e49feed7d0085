import { bosch } from "./bosch.ts";
import { carrida } from "./carrida.ts";
import type { AiDeviceDriver } from "./driver.ts";
import { generic } from "./generic.ts";
import { pzQube } from "./pz-qube.ts";
import { uncanny } from "./uncanny.ts";

/** Every driver by its vendor's code. */
export const aiDeviceDrivers: Readonly<Record<string, AiDeviceDriver>> = {
  bosch,
  carrida,
  generic,
  pz_qube: pzQube,
  uncanny,
};
