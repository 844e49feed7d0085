import type { CallMessages } from "../endpoint.ts";

export const tvmMessages = {
  "GET /ac/tvms": { failure: "Failed to fetch TVMs" },
  "POST /ac/tvms": { success: "Added successfully.", failure: "Failed to add TVM" },
  "PATCH /ac/tvms/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /ac/tvms/{id}": { success: "TVM deleted successfully", failure: "Failed to delete TVM" },
} as const satisfies CallMessages;
