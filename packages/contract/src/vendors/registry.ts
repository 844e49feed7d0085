import { bosch } from "./bosch.ts";
import { carrida } from "./carrida.ts";
import { generic } from "./generic.ts";
import { pzQube } from "./pz-qube.ts";
import { uncanny } from "./uncanny.ts";
import type { Vendor } from "./vendor.ts";

/** Every vendor by its code. */
export const vendors = {
  bosch,
  carrida,
  generic,
  pz_qube: pzQube,
  uncanny,
} as const satisfies Record<string, Vendor>;

/** The code of a vendor. */
export type VendorCode = keyof typeof vendors;

/** Every code. */
export const vendorCodes = Object.keys(vendors) as [VendorCode, ...VendorCode[]];
