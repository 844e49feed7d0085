import type { CallMessages } from "../endpoint.ts";

export const slotControllerMessages = {
  "GET /slot-controllers/{deviceId}": { failure: "Failed to fetch slot controllers" },
  "POST /slot-controllers": { success: "Added successfully.", failure: "Failed to add slot controller: " },
  "PUT /slot-controllers/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /slot-controllers/{id}": { success: "Deleted successfully", failure: "Failed to delete slot controller" },
} as const satisfies CallMessages;
