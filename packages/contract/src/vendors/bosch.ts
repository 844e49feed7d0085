import type { Vendor } from "./vendor.ts";

/** Bosch cameras with counting built in. */
export const bosch = {
  code: "bosch",
  title: "Bosch",
  asks: { address: false, dashboard: false, credentials: false },
  reportsCameras: false,
  usesSinkPort: true,
} as const satisfies Vendor;
