import type { CallMessages } from "../../endpoint.ts";

export const auditMessages = {
  "GET /audit": { failure: "Failed to fetch the audit trail" },
  "GET /audit/export": { failure: "Failed to export the audit trail" },
  "GET /audit/receiver": { failure: "Failed to fetch the receiver of the daily seal" },
  "PUT /audit/receiver": { success: "Settings updated successfully", failure: "Failed to update settings" },
} as const satisfies CallMessages;

/** The reason shown while the stored secret can't be decrypted with the current key. */
export const receiverSecretUnreadable = "Secret unreadable, enter it again";
