import { apiPath } from "../../runtime-config.ts";

/** AUTH-10: the limits of signing in with a provider. */
export const providerLimits = {
  /** Time to sign in at the provider. */
  signInMinutes: 10,
  /** Time for the console to fetch the result. */
  resultSeconds: 60,
  /** Tolerated difference between the clocks of the provider and the server. */
  clockSeconds: 60,
  /** How often a session is checked at the provider. */
  checkMinutes: 15,
  /** How long after a sign-in a personal access token is accepted if the provider issued no refresh token. */
  uncheckedTokenHours: 24,
} as const;

/** AUTH-10: what a new provider asks for, and the claim with the groups or roles of a person. */
export const providerDefaults = { scopes: "openid profile email offline_access", roleClaim: "groups" } as const;

/** AUTH-10: the redirect URI to register at a provider. */
export const providerRedirectUri = (origin: string, id: number): string =>
  `${origin}${apiPath}/auth/providers/${id}/callback`;

/** The name of the result's one-time code in the fragment of the sign-in page's URL. */
export const resultParameter = "provider-result";
