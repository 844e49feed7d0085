import type { Vendor } from "./vendor.ts";

/** Any device that speaks one of the documented plate feeds. */
export const generic = {
  code: "generic",
  title: "Generic",
  asks: { address: true, dashboard: false, credentials: true },
  reportsCameras: true,
  usesSinkPort: false,
} as const satisfies Vendor;
