import type { CallMessages } from "../../endpoint.ts";

/** AUD-1: messages about the audit trail. */
export const auditMessages = {
  "GET /audit": { failure: "Failed to fetch the audit trail" },
  "GET /audit/export": { failure: "Failed to export the audit trail" },
} as const satisfies CallMessages;
