import type { CallMessages } from "../endpoint.ts";

export const privacyMessages = {
  "GET /privacy/retention": { failure: "Failed to fetch the retention" },
  "PUT /privacy/retention": { success: "Retention saved", failure: "Failed to save the retention" },
  "GET /privacy/clean-ups": { failure: "Failed to calculate the next clean-up" },
  "GET /privacy/plates/{plate}": { failure: "Failed to look up the plate" },
  "GET /privacy/plates/{plate}/export": { failure: "Failed to export the plate" },
  "DELETE /privacy/plates/{plate}": { success: "Plate erased", failure: "Failed to erase the plate" },
  "GET /legal-holds": { failure: "Failed to fetch legal holds" },
  "POST /legal-holds": { success: "Legal hold added", failure: "Failed to add the legal hold" },
  "PUT /legal-holds/{id}": { success: "Legal hold changed", failure: "Failed to change the legal hold" },
  "DELETE /legal-holds/{id}": { success: "Legal hold lifted", failure: "Failed to lift the legal hold" },
} as const satisfies CallMessages;

/** Messages of rejected input. */
export const privacyErrors = {
  holdsNothing: "Enter a plate, a period, or both",
} as const;
