import type { CallMessages } from "../../call-messages.ts";

/** What the console says about variables. */
export const variableMessages = {
  "GET /variables": { failure: "Failed to fetch variables" },
} as const satisfies CallMessages;
