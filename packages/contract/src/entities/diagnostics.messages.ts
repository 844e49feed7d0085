import type { CallMessages } from "../endpoint.ts";

export const diagnosticsMessages = {
  "GET /diagnostics": { failure: "Failed to create the diagnostics file" },
} as const satisfies CallMessages;
