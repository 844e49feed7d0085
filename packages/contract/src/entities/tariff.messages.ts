import type { CallMessages } from "../endpoint.ts";

export const tariffMessages = {
  "GET /tariffs": { failure: "Failed to fetch tariffs" },
  "GET /tariffs/{id}/versions": { failure: "Failed to fetch the versions of the tariff" },
  "POST /tariffs": { success: "Tariff added", failure: "Failed to add the tariff" },
  "PUT /tariffs/{id}": { success: "Tariff updated", failure: "Failed to update the tariff" },
  "DELETE /tariffs/{id}": { success: "Tariff deleted", failure: "Failed to delete the tariff" },
} as const satisfies CallMessages;

/** The error message of a tariff that another one makes ambiguous, at its first day. */
export const tariffConflict = (name: string): string =>
  `The tariff "${name}" applies to the same vehicles and days from this date`;
