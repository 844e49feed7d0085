import type { Report } from "./report.ts";

/** What was paid. */
export const fare = { code: "FARE", title: "Fare Report" } as const satisfies Report;
