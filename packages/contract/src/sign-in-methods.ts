/** How somebody signed in, with its title. */
export const signInMethods = {
  password: "Password",
  provider: "Single sign-on",
  passkey: "Passkey",
  pin: "PIN",
  token: "Access token",
} as const;

export type SignInMethod = keyof typeof signInMethods;
