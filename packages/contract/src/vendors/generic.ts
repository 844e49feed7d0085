import type { Vendor } from "./vendor.ts";

/** Any device that speaks one of the documented plate feeds. */
export const generic = { code: "generic", title: "Generic" } as const satisfies Vendor;
