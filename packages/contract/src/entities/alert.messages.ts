import type { CallMessages } from "../endpoint.ts";

export const alertMessages = {
  "GET /alerts": { failure: "Failed to fetch alerts" },
  "GET /alerts/{id}": { failure: "Failed to fetch the alert" },
  "POST /alerts/{id}/resolve": { failure: "Failed to update alert status: " },
  "GET /alerts/open": { failure: "Failed to fetch alerts" },
  "POST /alerts/{id}/acknowledge": { failure: "Failed to acknowledge the alert" },
  "POST /alerts/{id}/shelve": { failure: "Failed to shelve the alert" },
  "POST /alerts/{id}/unshelve": { failure: "Failed to return the alert from the shelf" },
} as const satisfies CallMessages;

/** The empty list. */
export const noAlerts = "No alerts";
