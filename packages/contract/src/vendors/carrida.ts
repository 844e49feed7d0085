import type { Vendor } from "./vendor.ts";

/** Carrida plate readers. */
export const carrida = {
  code: "carrida",
  title: "Carrida",
  asks: { address: false, dashboard: false, credentials: false },
  reportsCameras: false,
  usesSinkPort: true,
} as const satisfies Vendor;
