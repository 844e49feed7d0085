import type { CallMessages } from "../../endpoint.ts";

/** GATE-3: messages about gates. */
export const gateMessages = {
  "GET /gates": { failure: "Failed to fetch gates" },
  "POST /gates": { success: "Added successfully.", failure: "Failed to add gate: " },
  "PUT /gates/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /gates/{id}": { success: "Gate deleted successfully", failure: "Failed to delete gate" },
} as const satisfies CallMessages;
