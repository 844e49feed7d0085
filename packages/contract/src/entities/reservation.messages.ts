import type { CallMessages } from "../endpoint.ts";

export const reservationMessages = {
  "GET /reservations": { failure: "Failed to fetch reservations" },
  "GET /reservations/{id}": { failure: "Failed to fetch the reservation" },
} as const satisfies CallMessages;
