import type { CallMessages } from "../endpoint.ts";

export const dashboardMessages = {
  "GET /dashboards/{module}": { failure: "Failed to get dashboard details" },
  "GET /dashboards/{module}/{id}/view": { failure: "Failed to get dashboard details" },
} as const satisfies CallMessages;
