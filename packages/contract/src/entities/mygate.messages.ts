import type { CallMessages } from "../endpoint.ts";

export const mygateMessages = {
  "GET /configs/settings/{module}": { failure: "Failed to fetch settings" },
  "PUT /ac/mygate-integration-settings": {
    success: "Settings updated successfully",
    failure: "Failed to update settings",
  },
  "PUT /configs/settings/{module}": { success: "Settings updated successfully", failure: "Failed to update settings" },
  "POST /ac/mygate-sync": { success: "Plates synced from MyGate", failure: "Failed to sync plates from MyGate: " },
} as const satisfies CallMessages;

/** The reason shown while the stored key can't be decrypted with the current one. */
export const apiKeyUnreadable = "API key unreadable, enter it again";
