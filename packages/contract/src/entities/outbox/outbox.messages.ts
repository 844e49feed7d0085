import type { CallMessages } from "../../call-messages.ts";

/** What the console says about messages to other systems. */
export const outboxMessages = {
  "GET /outbox": { failure: "Failed to fetch what waits" },
  "POST /outbox/{id}/retry": { failure: "Failed to try again" },
  "DELETE /outbox/{id}": { success: "Message given up", failure: "Failed to give the message up" },
} as const satisfies CallMessages;
