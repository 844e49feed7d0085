import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { enteredPassword } from "../../fields/password.ts";
import { idParams, recordId, version } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";
import { session } from "./auth.ts";

/** The format of codes; authenticator apps support no other without doubt. */
export const totpDigits = 6;
/** How long each code is valid. */
export const totpStepSeconds = 30;
/** How many codes before and after the current one are accepted, for clocks that differ slightly. */
export const totpSkewSteps = 1;
/** Up to this difference, the error message of a code names the clock. */
export const totpExplainedSkewSteps = 20;
/** 160 bits in base32. */
export const totpSecretLength = 32;

/** How many recovery codes a person gets. */
export const recoveryCodeCount = 10;
/** 80 bits in base32. */
export const recoveryCodeLength = 16;

/** How long the browser may take to use a passkey. */
export const passkeyTimeoutMs = 5 * 60_000;
/** How many passkeys a person can have. */
export const maxPasskeys = 20;
/** The longest name of a passkey. */
export const maxPasskeyName = 64;

/** How long the second step of signing in may take. */
export const secondStepMinutes = 10;

/** What a session lacks: the second step of signing in, or a second factor that the role requires. */
export type SessionStage = "second-factor" | "set-up";

/** Wrong codes of one person that are checked in 15 minutes, and the seconds to wait after so many. */
export const codeLimits = { limit: 6, delaysSeconds: [0, 0, 0, 5, 30, 120] } as const;

/** Failed sign-ins with passkeys from one address in 15 minutes. They can't be guessed: this limits noise. */
export const passkeyFailureLimit = { limit: 30 } as const;

/** The code of an authenticator app. People may type it in groups. */
const totpCode = z
  .string(required)
  .transform((text) => text.replaceAll(/[\s-]/g, ""))
  .pipe(z.string().regex(new RegExp(`^\\d{${totpDigits}}$`), `Enter the ${totpDigits} digits of the code`));

/** A recovery code, with or without its dashes. */
const recoveryCode = z
  .string(required)
  .transform((text) => text.replaceAll(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(new RegExp(`^[a-z2-7]{${recoveryCodeLength}}$`), "Enter all characters of a recovery code"));

/** The second step of signing in. */
const totpInput = z.strictObject({ code: totpCode });

/** The second step of signing in, without the phone. */
const recoveryCodeInput = z.strictObject({ code: recoveryCode });

/** Confirms that the authenticator app has the secret. */
const totpDraft = z.strictObject({
  secret: z
    .string(required)
    .regex(new RegExp(`^[A-Z2-7]{${totpSecretLength}}$`), "Must be the secret that the server returned"),
  code: totpCode,
});

/** The secret of a new authenticator app, for the text and for the QR code. */
const totpSetup = z.object({ secret: z.string(), uri: z.string() });
totpSetup.register(z.globalRegistry, {
  id: "TotpSetup",
  description: "The secret of a new authenticator app, for the text and for the QR code",
});

const encoded = z.string("Must be a text").max(100_000, "At most 100000 characters");

/** What the browser returns after it asked the authenticator, as WebAuthn defines it. */
const authenticatorResponse = z.looseObject({
  id: z.string("Must be a text").min(1, required).max(2_048, "At most 2048 characters"),
  rawId: encoded,
  type: z.literal("public-key", 'Must be "public-key"'),
  response: z.looseObject({ clientDataJSON: encoded }),
});

const passkeyName = requiredText(maxPasskeyName);

/** Proves that the person has the passkey. */
const passkeyInput = z.strictObject({ response: authenticatorResponse });

/** A new passkey. */
const passkeyDraft = z.strictObject({ name: passkeyName, response: authenticatorResponse });

/** What can be changed of a passkey. */
const passkeyPatch = z.strictObject({ name: passkeyName });

/** A passkey as the server returns it. */
export const passkey = z.object({
  id: recordId,
  version,
  name: z.string(),
  /** The host name under which it works. */
  hostName: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
passkey.register(z.globalRegistry, { id: "Passkey", description: "A passkey of the signed-in person" });

export type Passkey = z.output<typeof passkey>;

/** The options for the browser's WebAuthn call. */
const passkeyOptions = z.looseObject({ challenge: z.string() });
passkeyOptions.register(z.globalRegistry, {
  id: "PasskeyOptions",
  description: "The options for the browser's WebAuthn call",
});

/** The second factors of the signed-in person. */
const ownFactors = z.object({
  /** Since when an authenticator app is set up; null if none is. */
  totpSince: instant.nullable(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
  /** Whether the person's role requires a second factor. */
  isRequired: z.boolean(),
});
ownFactors.register(z.globalRegistry, { id: "OwnFactors", description: "The second factors of the signed-in person" });

const recoveryCodes = z.array(z.string());

/** New recovery codes, which are shown only once. */
const newRecoveryCodes = z.object({ recoveryCodes });
newRecoveryCodes.register(z.globalRegistry, {
  id: "NewRecoveryCodes",
  description: "New recovery codes, which are shown only once",
});

/** The session after a factor was added. Recovery codes are created with the first factor. */
const factorAdded = session.extend({ recoveryCodes: recoveryCodes.nullable() });
factorAdded.register(z.globalRegistry, {
  id: "FactorAdded",
  description: "The session after a factor was added. Recovery codes are created with the first factor",
});

/** The current password, which confirms a change of the account. */
const passwordConfirmation = z.strictObject({ password: enteredPassword });

const tag = "Sign-in";
const own = { tag, access: "enrolment" } as const;
const step = { tag, access: "any-stage" } as const;
/** Browsers send it; it decides the host name of a passkey. */
const headers = z.object({ origin: z.string().max(300).optional() });
const codeErrors = ["auth/second-step-done", "auth/too-many-attempts"] as const;
const totpErrors = ["auth/wrong-code", "auth/code-used", "auth/clock-skew"] as const;
const passkeyErrors = ["passkey/no-host-name", "passkey/unknown", "passkey/expired", "passkey/failed"] as const;

/** The endpoints of the second step of signing in, and of signing in with a passkey alone. */
export const secondStepEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "POST /auth/second-factor/totp": {
      ...step,
      summary: "Complete the sign-in with the code of an authenticator app",
      body: totpInput,
      response: session,
      errors: [...codeErrors, ...totpErrors, "auth/factor-unreadable"],
    },
    "POST /auth/second-factor/recovery-code": {
      ...step,
      summary: "Complete the sign-in with a recovery code; each can be used once",
      body: recoveryCodeInput,
      response: session,
      errors: [...codeErrors, "auth/wrong-recovery-code", "auth/recovery-code-used"],
    },
    "POST /auth/second-factor/passkey/options": {
      ...step,
      summary: "Start to complete the sign-in with a passkey: the options for the browser",
      headers,
      response: passkeyOptions,
      errors: ["auth/second-step-done", "passkey/no-host-name"],
    },
    "POST /auth/second-factor/passkey": {
      ...step,
      summary: "Complete the sign-in with a passkey",
      headers,
      body: passkeyInput,
      response: session,
      errors: ["auth/second-step-done", ...passkeyErrors],
    },
    "POST /auth/passkey-sign-in/options": {
      tag,
      access: "public",
      summary: "Start to sign in with a passkey alone: the options for the browser",
      headers,
      response: passkeyOptions,
      errors: ["passkey/no-host-name"],
    },
    "POST /auth/passkey-sign-in": {
      tag,
      access: "public",
      summary: "Sign in with a passkey alone, without user name and password",
      headers,
      body: passkeyInput,
      response: session,
      errors: ["auth/disabled", "auth/too-many-attempts", ...passkeyErrors],
    },
  },
);

export const ownFactorEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/second-factor": { ...own, summary: "The second factors of the signed-in person", response: ownFactors },
    "POST /auth/confirm-password": {
      ...own,
      summary: "Confirm the current password, so that the account can be changed for five minutes",
      body: passwordConfirmation,
      status: 204,
      errors: ["auth/wrong-password", "auth/too-many-attempts"],
    },
    "POST /auth/totp/setup": {
      ...own,
      summary: "Create the secret of an authenticator app; it applies once it is confirmed with POST /auth/totp",
      response: totpSetup,
    },
    "POST /auth/totp": {
      ...own,
      summary: "Set up or replace the authenticator app; the code proves that the app has the secret",
      body: totpDraft,
      response: factorAdded,
      errors: ["auth/wrong-code", "auth/clock-skew", "auth/recent-sign-in-needed"],
    },
    "DELETE /auth/totp": {
      ...own,
      summary: "Remove the authenticator app",
      status: 204,
      errors: ["record/not-found", "auth/recent-sign-in-needed", "auth/factor-required"],
    },
    "POST /auth/passkeys/options": {
      ...own,
      summary: "Start to add a passkey: the options for the browser",
      headers,
      response: passkeyOptions,
      errors: ["passkey/no-host-name", "passkey/too-many", "auth/recent-sign-in-needed"],
    },
    "POST /auth/passkeys": {
      ...own,
      summary: "Add a passkey",
      headers,
      body: passkeyDraft,
      response: factorAdded,
      errors: ["passkey/no-host-name", "passkey/too-many", "passkey/expired", "passkey/failed", "record/taken"],
    },
    "PATCH /auth/passkeys/{id}": {
      ...own,
      summary: "Rename a passkey",
      params: idParams,
      body: passkeyPatch,
      response: passkey,
      errors: ["record/not-found"],
    },
    "DELETE /auth/passkeys/{id}": {
      ...own,
      summary: "Delete a passkey",
      params: idParams,
      status: 204,
      errors: ["record/not-found", "auth/recent-sign-in-needed", "auth/factor-required"],
    },
    "POST /auth/recovery-codes": {
      ...own,
      summary: "Replace the recovery codes; the response contains the new ones, which are shown only once",
      response: newRecoveryCodes,
      errors: ["auth/no-factor", "auth/recent-sign-in-needed"],
    },
  },
);
