import type { CallMessages } from "../endpoint.ts";

export const sensorMessages = {
  "GET /sensors/{module}": { failure: "Failed to fetch sensors" },
  "POST /sensors": { success: "Added successfully.", failure: "Failed to add loop detector: " },
  "PUT /sensors/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "PATCH /sensors/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /sensors/{id}": { success: "Deleted successfully", failure: "Failed to delete sensor" },
} as const satisfies CallMessages;

/** Texts of readers that differ from those of loop detectors. */
export const readerTexts = { added: "Failed to add reader: ", deleted: "Reader deleted successfully" };
