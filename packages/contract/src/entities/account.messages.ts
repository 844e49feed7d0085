import type { CallMessages } from "../endpoint.ts";

export const accountMessages = {
  "GET /auth/sessions": { failure: "Failed to fetch your sessions" },
  "DELETE /auth/sessions": { success: "Signed out everywhere else", failure: "Failed to end the sessions" },
  "DELETE /auth/sessions/{id}": { success: "Session ended", failure: "Failed to end the session" },
  "GET /auth/tokens": { failure: "Failed to fetch your tokens" },
  "POST /auth/tokens": { failure: "Failed to create the token" },
  "DELETE /auth/tokens/{id}": { success: "Token revoked", failure: "Failed to revoke the token" },
} as const satisfies CallMessages;

/** The end date of a token is in the past. */
export const tokenEndsInPast = "Must be in the future";

/** The end date of a token is too far away. */
export const tokenEndsTooLate = "Must be within one year";

/** The token would be able to do what its owner may not. */
export const tokenExceedsPerson = "You don't have this permission";
