import type { Vendor } from "./vendor.ts";

/** Bosch cameras with counting built in. */
export const bosch = { code: "bosch", title: "Bosch" } as const satisfies Vendor;
