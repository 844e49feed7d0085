import type { Report } from "./report.ts";

/** Everything in one file. */
export const bulk = { code: "BULK", title: "Bulk Report" } as const satisfies Report;
