import type { CallMessages } from "../endpoint.ts";

export const ingestMessages = {
  "GET /ai-devices/{id}/ingest": { failure: "Failed to fetch push settings" },
  "PUT /ai-devices/{id}/ingest": { success: "Saved", failure: "Failed to save changes" },
  "POST /ai-devices/{id}/ingest/secret": { success: "New secret created", failure: "Failed to create a new secret" },
  "GET /sensors/{id}/ingest": { failure: "Failed to fetch push settings" },
  "PUT /sensors/{id}/ingest": { success: "Saved", failure: "Failed to save changes" },
  "POST /sensors/{id}/ingest/secret": { success: "New secret created", failure: "Failed to create a new secret" },
} as const satisfies CallMessages;

/** Shown where a stored secret can't be decrypted with the current key. */
export const secretUnreadable = "Secret unreadable, issue a new one";
