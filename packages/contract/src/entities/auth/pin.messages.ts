import type { CallMessages } from "../../endpoint.ts";
import { formatCount } from "../../fields/number.ts";

export const pinMessages = {
  "GET /auth/pin": { failure: "Failed to fetch the PIN settings" },
  "PUT /auth/pin": { success: "PIN saved", failure: "Failed to save the PIN" },
  "DELETE /auth/pin": { success: "PIN removed", failure: "Failed to remove the PIN" },
  "GET /auth/switchable-people": { failure: "Failed to fetch the people who have a PIN" },
  "POST /auth/switch": { failure: "Could not switch" },
} as const satisfies CallMessages;

/** The two fields of the form differ. */
export const pinMismatch = "The PINs differ";

/** A wrong PIN that did not lock the account's PIN yet. */
export const wrongPin = (attemptsLeft: number): string => `Wrong PIN. ${formatCount(attemptsLeft, "attempt")} left.`;
