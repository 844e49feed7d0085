import type { CallMessages } from "../endpoint.ts";

export const buzzerMessages = {
  "GET /buzzers": { failure: "Failed to fetch buzzers" },
  "POST /buzzers": { success: "Added successfully.", failure: "Failed to add buzzer: " },
  "PATCH /buzzers/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /buzzers/{id}": { success: "Deleted successfully", failure: "Failed to delete buzzer" },
  "POST /buzzers/{id}/test": { failure: "Failed to test buzzer" },
} as const satisfies CallMessages;
