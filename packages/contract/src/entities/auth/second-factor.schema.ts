import * as z from "zod";
import { enteredPassword } from "../../fields/entered-password.ts";
import { recordId, version } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";
import { session } from "./auth.schema.ts";
import { maxPasskeyName, recoveryCodeLength, totpDigits, totpSecretLength } from "./second-factor-limits.ts";

/** AUTH-11: the code of an authenticator app. People may type it in groups. */
const totpCode = z
  .string(required)
  .transform((text) => text.replaceAll(/[\s-]/g, ""))
  .pipe(z.string().regex(new RegExp(`^\\d{${totpDigits}}$`), `Enter the ${totpDigits} digits of the code`));

/** AUTH-11: a recovery code, with or without its dashes. */
const recoveryCode = z
  .string(required)
  .transform((text) => text.replaceAll(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(new RegExp(`^[a-z2-7]{${recoveryCodeLength}}$`), "Enter all characters of a recovery code"));

/** AUTH-11: the second step of signing in. */
export const totpInput = z.strictObject({ code: totpCode });

/** AUTH-11: the second step of signing in, without the phone. */
export const recoveryCodeInput = z.strictObject({ code: recoveryCode });

/** AUTH-11: confirms that the authenticator app has the secret. */
export const totpDraft = z.strictObject({
  secret: z
    .string(required)
    .regex(new RegExp(`^[A-Z2-7]{${totpSecretLength}}$`), "Must be the secret that the server returned"),
  code: totpCode,
});

/** AUTH-11: the secret of a new authenticator app, for the text and for the QR code. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() });
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

/** AUTH-11: proves that the person has the passkey. */
export const passkeyInput = z.strictObject({ response: authenticatorResponse });

/** AUTH-11: a new passkey. */
export const passkeyDraft = z.strictObject({ name: passkeyName, response: authenticatorResponse });

/** AUTH-11: what can be changed of a passkey. */
export const passkeyPatch = z.strictObject({ name: passkeyName });

/** AUTH-11: a passkey as the server returns it. */
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

/** A passkey. */
export type Passkey = z.output<typeof passkey>;

/** The options for the browser's WebAuthn call. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
passkeyOptions.register(z.globalRegistry, {
  id: "PasskeyOptions",
  description: "The options for the browser's WebAuthn call",
});

/** AUTH-11: the second factors of the signed-in person. */
export const ownFactors = z.object({
  /** Since when an authenticator app is set up; null if none is. */
  totpSince: instant.nullable(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
  /** Whether the person's role requires a second factor. */
  isRequired: z.boolean(),
});
ownFactors.register(z.globalRegistry, { id: "OwnFactors", description: "The second factors of the signed-in person" });

const recoveryCodes = z.array(z.string());

/** AUTH-11: new recovery codes, which are shown only once. */
export const newRecoveryCodes = z.object({ recoveryCodes });
newRecoveryCodes.register(z.globalRegistry, {
  id: "NewRecoveryCodes",
  description: "New recovery codes, which are shown only once",
});

/** AUTH-11: the session after a factor was added. Recovery codes are created with the first factor. */
export const factorAdded = session.extend({ recoveryCodes: recoveryCodes.nullable() });
factorAdded.register(z.globalRegistry, {
  id: "FactorAdded",
  description: "The session after a factor was added. Recovery codes are created with the first factor",
});

/** The current password, which confirms a change of the account. */
export const passwordConfirmation = z.strictObject({ password: enteredPassword });
