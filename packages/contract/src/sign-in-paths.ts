/** The pages before the menu: sign-in, the forced password change, and the set-up of a required second factor. */
export const signInPaths = { signIn: "/", resetPassword: "/reset-password", setUpFactor: "/second-factor" } as const;
