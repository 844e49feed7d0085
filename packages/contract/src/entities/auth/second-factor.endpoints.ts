import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import { session } from "./auth.schema.ts";
import {
  factorAdded,
  newRecoveryCodes,
  ownFactors,
  passkey,
  passkeyDraft,
  passkeyInput,
  passkeyOptions,
  passkeyPatch,
  passwordConfirmation,
  recoveryCodeInput,
  totpDraft,
  totpInput,
  totpSetup,
} from "./second-factor.schema.ts";

const tag = "Sign-in";
const own = { tag, access: "enrolment" } as const;
const step = { tag, access: "any-stage" } as const;
/** Browsers send it; it decides the host name of a passkey. */
const headers = z.object({ origin: z.string().max(300).optional() });
const codeFaults = ["auth/second-step-done", "auth/too-many-attempts"] as const;
const totpFaults = ["auth/wrong-code", "auth/code-used", "auth/clock-skew"] as const;
const passkeyFaults = ["passkey/no-host-name", "passkey/unknown", "passkey/expired", "passkey/failed"] as const;

/** AUTH-11: the endpoints of the second step of signing in, and of signing in with a passkey alone. */
export const secondStepEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "POST /auth/second-factor/totp": {
      ...step,
      summary: "Complete the sign-in with the code of an authenticator app",
      body: totpInput,
      answer: session,
      faults: [...codeFaults, ...totpFaults, "auth/factor-unreadable"],
    },
    "POST /auth/second-factor/recovery-code": {
      ...step,
      summary: "Complete the sign-in with a recovery code; each can be used once",
      body: recoveryCodeInput,
      answer: session,
      faults: [...codeFaults, "auth/wrong-recovery-code", "auth/recovery-code-used"],
    },
    "POST /auth/second-factor/passkey/options": {
      ...step,
      summary: "Start to complete the sign-in with a passkey: the options for the browser",
      headers,
      answer: passkeyOptions,
      faults: ["auth/second-step-done", "passkey/no-host-name"],
    },
    "POST /auth/second-factor/passkey": {
      ...step,
      summary: "Complete the sign-in with a passkey",
      headers,
      body: passkeyInput,
      answer: session,
      faults: ["auth/second-step-done", ...passkeyFaults],
    },
    "POST /auth/passkey-sign-in/options": {
      tag,
      access: "public",
      summary: "Start to sign in with a passkey alone: the options for the browser",
      headers,
      answer: passkeyOptions,
      faults: ["passkey/no-host-name"],
    },
    "POST /auth/passkey-sign-in": {
      tag,
      access: "public",
      summary: "Sign in with a passkey alone, without user name and password",
      headers,
      body: passkeyInput,
      answer: session,
      faults: ["auth/disabled", "auth/too-many-attempts", ...passkeyFaults],
    },
  },
);

/** AUTH-11: the endpoints of one's own second factors. */
export const ownFactorEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/second-factor": { ...own, summary: "The second factors of the signed-in person", answer: ownFactors },
    "POST /auth/confirm-password": {
      ...own,
      summary: "Confirm the current password, so that the account can be changed for five minutes",
      body: passwordConfirmation,
      status: 204,
      faults: ["auth/wrong-password", "auth/too-many-attempts"],
    },
    "POST /auth/totp/setup": {
      ...own,
      summary: "Create the secret of an authenticator app; it applies once it is confirmed with POST /auth/totp",
      answer: totpSetup,
    },
    "POST /auth/totp": {
      ...own,
      summary: "Set up or replace the authenticator app; the code proves that the app has the secret",
      body: totpDraft,
      answer: factorAdded,
      faults: ["auth/wrong-code", "auth/clock-skew", "auth/recent-sign-in-needed"],
    },
    "DELETE /auth/totp": {
      ...own,
      summary: "Remove the authenticator app",
      status: 204,
      faults: ["record/not-found", "auth/recent-sign-in-needed", "auth/factor-required"],
    },
    "POST /auth/passkeys/options": {
      ...own,
      summary: "Start to add a passkey: the options for the browser",
      headers,
      answer: passkeyOptions,
      faults: ["passkey/no-host-name", "passkey/too-many", "auth/recent-sign-in-needed"],
    },
    "POST /auth/passkeys": {
      ...own,
      summary: "Add a passkey",
      headers,
      body: passkeyDraft,
      answer: factorAdded,
      faults: ["passkey/no-host-name", "passkey/too-many", "passkey/expired", "passkey/failed", "record/taken"],
    },
    "PATCH /auth/passkeys/{id}": {
      ...own,
      summary: "Rename a passkey",
      params: idParams,
      body: passkeyPatch,
      answer: passkey,
      faults: ["record/not-found"],
    },
    "DELETE /auth/passkeys/{id}": {
      ...own,
      summary: "Delete a passkey",
      params: idParams,
      status: 204,
      faults: ["record/not-found", "auth/recent-sign-in-needed", "auth/factor-required"],
    },
    "POST /auth/recovery-codes": {
      ...own,
      summary: "Replace the recovery codes; the response contains the new ones, which are shown only once",
      answer: newRecoveryCodes,
      faults: ["auth/no-factor", "auth/recent-sign-in-needed"],
    },
  },
);
