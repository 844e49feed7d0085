import type { CallMessages } from "../endpoint.ts";

export const outboxMessages = {
  "GET /outbox": { failure: "Failed to fetch pending messages" },
  "POST /outbox/{id}/retry": { failure: "Failed to retry" },
  "DELETE /outbox/{id}": { success: "Message discarded", failure: "Failed to discard the message" },
} as const satisfies CallMessages;
