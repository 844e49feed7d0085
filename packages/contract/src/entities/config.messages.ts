import type { CallMessages } from "../endpoint.ts";

export const configMessages = {
  "POST /configs": { success: "Successfully saved config", failure: "Failed to save config" },
  "PUT /configs/{id}": { success: "Successfully updated config", failure: "Failed to update config" },
  "DELETE /configs/{id}": { success: "Successfully deleted config", failure: "Failed to delete config" },
} as const satisfies CallMessages;
