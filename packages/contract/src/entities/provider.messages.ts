import type { CallMessages } from "../endpoint.ts";
import { providerLimits } from "./provider.ts";

/** Messages about sign-in providers. */
export const providerMessages = {
  "GET /sign-in/providers": { failure: "Failed to fetch sign-in providers" },
  "POST /sign-in/providers": { success: "Sign-in provider added", failure: "Failed to add the sign-in provider" },
  "PUT /sign-in/providers/{id}": {
    success: "Sign-in provider updated",
    failure: "Failed to update the sign-in provider",
  },
  "DELETE /sign-in/providers/{id}": {
    success: "Sign-in provider deleted",
    failure: "Failed to delete the sign-in provider",
  },
  "POST /sign-in/providers/{id}/test": { failure: "Failed to test the sign-in provider" },
  "GET /sign-in/settings": { failure: "Failed to fetch the sign-in settings" },
  "PUT /sign-in/settings": { success: "Sign-in settings updated", failure: "Failed to update the sign-in settings" },
  "POST /auth/providers/exchange": { failure: "Sign-in failed" },
} as const satisfies CallMessages;

/** Why a provider rejects a sign-in. */
export const providerReasons = {
  client: "it does not accept the client ID or the client secret.",
  token: "it no longer accepts the access token.",
} as const;

const maxListed = 10;

/** A person whose groups are not mapped to a role. */
export function noMappedRole(groups: readonly string[], roleClaim: string): string {
  if (groups.length === 0) {
    return (
      `Your account has no role here: the provider sent no groups in "${roleClaim}". ` +
      "Ask an administrator to check the sign-in provider."
    );
  }
  const listed = groups.slice(0, maxListed).join(", ");
  const more = groups.length > maxListed ? ` and ${groups.length - maxListed} more` : "";
  return `Your account has no role here. Ask an administrator to map one of your groups: ${listed}${more}`;
}

/** A user name with characters that could be mistaken for others. */
export const unusableUsername = (name: string): string =>
  `The user name "${name}" can't be used here: it may only have letters from a to z, digits, and . _ @ + -. ` +
  "Characters of other scripts could imitate another person's name.";

/** The clocks differ by more than the tolerance. */
export const clocksDiffer = (provider: string, providerTime: string, serverTime: string): string =>
  `The clock of ${provider} (${providerTime}) and the clock of this server (${serverTime}) differ by more than a minute. ` +
  "An administrator has to set them.";

/** The provider didn't answer. */
export const providerUnreachable = (provider: string, detail: string): string =>
  `${provider} can't be reached: ${detail} Try again, or sign in with a local account.`;

/** The provider, or the check of its answer, rejected the sign-in. */
export const providerRefused = (provider: string, detail: string): string =>
  `${provider} refused the sign-in: ${detail}`;

/** The provider doesn't confirm a session any more. */
export const accessEnded = (provider: string, detail: string): string =>
  `Your access has ended: ${detail} Please sign in with ${provider} again.`;

/** The provider issued no refresh token. */
export const accessNotCheckable = {
  session: "the provider can't confirm it without you.",
  token: `the provider can't confirm it without you, and your last sign-in was more than ${providerLimits.uncheckedTokenHours} hours ago.`,
} as const;
