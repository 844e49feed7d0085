import type { CallMessages } from "../endpoint.ts";

export const reportMessages = {
  "GET /reports/{type}": { failure: "Failed to fetch the report" },
  "GET /reports/{type}/totals": { failure: "Failed to fetch the totals of the report" },
} as const satisfies CallMessages;
