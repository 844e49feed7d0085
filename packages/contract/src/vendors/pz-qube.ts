import type { Vendor } from "./vendor.ts";

/** PZ Qube slot sensors behind a controller. */
export const pzQube = { code: "pz_qube", title: "PZ Qube" } as const satisfies Vendor;
