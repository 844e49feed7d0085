import type { Vendor } from "./vendor.ts";

/** Uncanny Vision plate, counting and slot detection servers. */
export const uncanny = {
  code: "uncanny",
  title: "Uncanny",
  asks: { address: true, dashboard: true, credentials: false },
  reportsCameras: true,
  usesSinkPort: true,
} as const satisfies Vendor;
