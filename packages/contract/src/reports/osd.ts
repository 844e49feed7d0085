import type { Report } from "./report.ts";

/** Vehicles above their lane's limit. */
export const osdReport = { code: "OSD", title: "OSD Report" } as const satisfies Report;
