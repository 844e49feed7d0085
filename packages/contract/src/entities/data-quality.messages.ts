import type { CallMessages } from "../endpoint.ts";

export const dataQualityMessages = {
  "GET /access/look-alikes": { failure: "Failed to fetch look-alike plates" },
  "PUT /access/look-alikes": { success: "Requirement saved", failure: "Failed to save the requirement" },
  "GET /ai-devices/{id}/data-quality": { failure: "Failed to fetch the data quality" },
} as const satisfies CallMessages;

/** Messages of rejected input. */
export const lookAlikeErrors = {
  notRegistered: "This plate is not registered",
  notAlike: "These plates don't differ in exactly one confusable character",
} as const;
