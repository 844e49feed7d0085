import type { CallMessages } from "../../call-messages.ts";

/** What the console says about reservations. */
export const reservationMessages = {
  "GET /reservations": { failure: "Failed to fetch reservations" },
} as const satisfies CallMessages;
