import type { CallMessages } from "../../endpoint.ts";

/** Messages about alerts. */
export const alertMessages = {
  "GET /alerts": { failure: "Failed to fetch alerts" },
  "POST /alerts/{id}/resolve": { failure: "Failed to update alert status: " },
} as const satisfies CallMessages;

/** ALERT-4: the empty list. */
export const noAlerts = "No alerts";
