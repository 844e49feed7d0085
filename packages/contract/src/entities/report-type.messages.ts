import type { CallMessages } from "../endpoint.ts";

export const reportTypeMessages = {
  "GET /configs/reports/types": { failure: "Failed to fetch report types" },
  "PUT /configs/reports/types": { success: "Updated successfully.", failure: "Failed to update." },
} as const satisfies CallMessages;
