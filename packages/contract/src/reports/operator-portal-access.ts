import type { Report } from "./report.ts";

/** Who signed in to the console, when and from where. */
export const operatorPortalAccess = {
  code: "OPERATOR_PORTAL_ACCESS",
  title: "Operator Portal Access Report",
} as const satisfies Report;
