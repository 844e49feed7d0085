import type { CallMessages } from "../../endpoint.ts";

/** What the console says about alerts. */
export const alertMessages = {
  "GET /alerts": { failure: "Failed to fetch alerts" },
  "POST /alerts/{id}/resolve": { failure: "Failed to update alert status: " },
} as const satisfies CallMessages;

/** ALERT-4: the list without any. */
export const noAlerts = "No alerts";
