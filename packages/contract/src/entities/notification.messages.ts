import type { CallMessages } from "../endpoint.ts";

export const notificationMessages = {
  "GET /notifications/mail-server": { failure: "Failed to fetch the mail server" },
  "PUT /notifications/mail-server": { success: "Mail server saved", failure: "Failed to save the mail server" },
  "POST /notifications/mail-server/test": { failure: "Failed to send a test e-mail" },
  "GET /notifications/webhooks": { failure: "Failed to fetch webhooks" },
  "POST /notifications/webhooks": { success: "Webhook added", failure: "Failed to add the webhook" },
  "PUT /notifications/webhooks/{id}": { success: "Webhook updated", failure: "Failed to update the webhook" },
  "DELETE /notifications/webhooks/{id}": { success: "Webhook deleted", failure: "Failed to delete the webhook" },
  "POST /notifications/webhooks/{id}/test": { failure: "Failed to test the webhook" },
  "GET /notifications/rules": { failure: "Failed to fetch notification rules" },
  "POST /notifications/rules": { success: "Rule added", failure: "Failed to add the rule" },
  "PUT /notifications/rules/{id}": { success: "Rule updated", failure: "Failed to update the rule" },
  "DELETE /notifications/rules/{id}": { success: "Rule deleted", failure: "Failed to delete the rule" },
  "POST /notifications/rules/{id}/test": { failure: "Failed to test the rule" },
} as const satisfies CallMessages;

/** The reasons shown while a stored secret can't be decrypted with the current key. */
export const mailPasswordUnreadable = "Password unreadable, enter it again";
export const signingSecretUnreadable = "Signing secret unreadable, enter it again";
