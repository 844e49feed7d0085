import type { CallMessages } from "../../endpoint.ts";
import { formatCount } from "../../fields/number.ts";
import { totpStepSeconds } from "./second-factor.ts";

export const secondFactorMessages = {
  "GET /auth/second-factor": { failure: "Failed to fetch the second factors" },
  "POST /auth/totp/setup": { failure: "Failed to set up the authenticator app" },
  "POST /auth/totp": { success: "Authenticator app set up", failure: "Failed to set up the authenticator app" },
  "DELETE /auth/totp": { success: "Authenticator app removed", failure: "Failed to remove the authenticator app" },
  "POST /auth/passkeys": { success: "Passkey added", failure: "Failed to add the passkey" },
  "PATCH /auth/passkeys/{id}": { success: "Passkey renamed", failure: "Failed to rename the passkey" },
  "DELETE /auth/passkeys/{id}": { success: "Passkey deleted", failure: "Failed to delete the passkey" },
  "POST /auth/recovery-codes": { failure: "Failed to create recovery codes" },
  "POST /auth/confirm-password": { failure: "Failed to confirm the password" },
} as const satisfies CallMessages;

/** The code is of another time than the server's. */
export function clockDiffers(steps: number): string {
  const minutes = Math.max(1, Math.round((Math.abs(steps) * totpStepSeconds) / 60));
  const direction = steps < 0 ? "behind" : "ahead";
  return `The code of your phone is ${formatCount(minutes, "minute")} ${direction}: check its clock`;
}
