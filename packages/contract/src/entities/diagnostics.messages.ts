import type { CallMessages } from "../endpoint.ts";

/** Messages about diagnostics. */
export const diagnosticsMessages = {
  "GET /diagnostics": { failure: "Failed to create the diagnostics file" },
} as const satisfies CallMessages;
