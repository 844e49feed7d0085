import type { CallMessages } from "../endpoint.ts";

export const reservationMessages = {
  "GET /reservations": { failure: "Failed to fetch reservations" },
} as const satisfies CallMessages;
