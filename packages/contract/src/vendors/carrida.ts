import type { Vendor } from "./vendor.ts";

/** Carrida plate readers. */
export const carrida = { code: "carrida", title: "Carrida" } as const satisfies Vendor;
