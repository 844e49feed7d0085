import type { CallMessages } from "../../call-messages.ts";

/** What the console says about signing in and passwords. */
export const authMessages = {
  "POST /auth/login": { failure: "Login Failed" },
  "POST /auth/reset-password": { failure: "Password Reset Failed" },
  "POST /auth/change-password": {
    success: "Password updated successfully.",
    failure: "Resetting password failed",
  },
} as const satisfies CallMessages;

/** AUTH-3: shown when the session ended. */
export const tokenExpired = "Token Expired, Please login again";

/** AUTH-5: the two fields of the reset page differ. */
export const passwordMismatchOnPage = "Password doesn't match";

/** AUTH-6: the two fields of the account menu's dialog differ. */
export const passwordMismatchInDialog = "Passwords don't match!";
