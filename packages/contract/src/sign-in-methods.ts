/** How a session was started. */
export const signInMethods = ["password", "provider", "passkey", "pin"] as const;

/** One of the methods. */
export type SignInMethod = (typeof signInMethods)[number];
