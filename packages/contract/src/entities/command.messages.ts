import type { CallMessages } from "../endpoint.ts";

export const commandMessages = {
  "GET /gates/{id}/activity": { failure: "Failed to fetch gate activity" },
  "POST /gates/{id}/open": { failure: "Failed to open the barrier" },
  "POST /gates/{id}/buzz": { failure: "Failed to sound the buzzer" },
  "POST /gates/{id}/show": { failure: "Failed to show the text" },
} as const satisfies CallMessages;
