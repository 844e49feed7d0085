import type { CallMessages } from "../../endpoint.ts";
import { freshSessionMinutes } from "../../session-limits.ts";

export const authMessages = {
  "POST /auth/login": { failure: "Login Failed" },
  "POST /auth/reset-password": { failure: "Password Reset Failed" },
  "POST /auth/change-password": {
    success: "Password updated successfully.",
    failure: "Resetting password failed",
  },
} as const satisfies CallMessages;

/** Shown when the session ended. */
export const tokenExpired = "Token Expired, Please login again";

/** Shown in the other tabs of a browser after a sign-out in one of them. */
export const signedOutElsewhere = "You signed out in another tab. Sign in to continue here.";

/** Why a session ended without a sign-out. */
export type SignOutReason = "idle" | "too-old" | "disabled";

/** Shown on the sign-in page after the notice. */
export const signOutReasons: Record<SignOutReason, string> = {
  idle: "You were signed out because you did not use the console for a while.",
  "too-old": "You were signed out because your session reached its maximum age.",
  disabled: "Your account was disabled. Please ask an administrator.",
};

/** The current password is missing. */
export const currentPasswordNeeded = `Enter your current password: you signed in more than ${freshSessionMinutes} minutes ago`;

export const currentPasswordWrong = "Wrong password";

/** The two fields of the reset page differ. */
export const passwordMismatchOnPage = "Password doesn't match";

/** The two fields of the account menu's dialog differ. */
export const passwordMismatchInDialog = "Passwords don't match!";

/** This address, or this browser, has to wait after its own failures. */
export const tooManyFailures = (waitSeconds: number): string =>
  `Too many failed attempts. Try again in ${formatWait(waitSeconds)}.`;

/** Others used up the attempts of addresses that never signed in to the account. */
export const tooManyFailuresElsewhere = (waitSeconds: number): string =>
  `Too many failed sign-ins to this account from other addresses. Try again in ${formatWait(waitSeconds)}, ` +
  "or use a browser or network from which you signed in before.";

const formatWait = (seconds: number) => (seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
