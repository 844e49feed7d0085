import type { CallMessages } from "../endpoint.ts";

export const boomBarrierMessages = {
  "GET /boom-barriers": { failure: "Failed to fetch boom barriers" },
  "POST /boom-barriers": { success: "Added successfully.", failure: "Failed to add boom: " },
  "PATCH /boom-barriers/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /boom-barriers/{id}": { success: "Deleted successfully", failure: "Failed to delete boom" },
  "POST /boom-barriers/{id}/test": { failure: "Failed to test boom" },
} as const satisfies CallMessages;
