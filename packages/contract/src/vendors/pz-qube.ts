import type { Vendor } from "./vendor.ts";

/** PZ Qube slot sensors behind a controller. */
export const pzQube = {
  code: "pz_qube",
  title: "PZ Qube",
  asks: { address: false, dashboard: false, credentials: false },
  reportsCameras: false,
  usesSinkPort: false,
} as const satisfies Vendor;
