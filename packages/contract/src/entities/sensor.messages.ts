import type { CallMessages } from "../endpoint.ts";

/** LOOP-2, READER-1: messages about sensors of either kind. */
export const sensorMessages = {
  "GET /sensors/{module}": { failure: "Failed to fetch sensors" },
  "POST /sensors": { success: "Added successfully.", failure: "Failed to add loop detector: " },
  "PUT /sensors/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "PATCH /sensors/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /sensors/{id}": { success: "Deleted successfully", failure: "Failed to delete sensor" },
} as const satisfies CallMessages;

/** READER-1: texts of readers that differ from those of loop detectors. */
export const readerTexts = { added: "Failed to add reader: ", deleted: "Reader deleted successfully" };
