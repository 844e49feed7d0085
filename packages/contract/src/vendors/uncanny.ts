import type { Vendor } from "./vendor.ts";

/** Uncanny Vision plate, counting and slot detection servers. */
export const uncanny = { code: "uncanny", title: "Uncanny" } as const satisfies Vendor;
