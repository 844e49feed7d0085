import type { CallMessages } from "../../endpoint.ts";

/** What the console says about reservations. */
export const reservationMessages = {
  "GET /reservations": { failure: "Failed to fetch reservations" },
} as const satisfies CallMessages;
