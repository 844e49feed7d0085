import type { CallMessages } from "../endpoint.ts";

/** Messages about reservations. */
export const reservationMessages = {
  "GET /reservations": { failure: "Failed to fetch reservations" },
} as const satisfies CallMessages;
