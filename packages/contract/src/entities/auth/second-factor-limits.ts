/** AUTH-11: the format of codes; authenticator apps support no other without doubt. */
export const totpDigits = 6;
/** How long each code is valid. */
export const totpStepSeconds = 30;
/** How many codes before and after the current one are accepted, for clocks that differ slightly. */
export const totpSkewSteps = 1;
/** Up to this difference, the refusal of a code names the clock. */
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

/** AUTH-11: the ways to complete the second step of signing in. */
export const secondFactorMethods = ["totp", "passkey", "recovery-code"] as const;

/** One of the ways. */
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** What a session lacks: the second step of signing in, or a second factor that the role requires. */
export type SessionStage = "second-factor" | "set-up";

/** AUTH-11: wrong codes of one person that are checked in 15 minutes, and the seconds to wait after so many. */
export const codeLimits = { limit: 6, delaysSeconds: [0, 0, 0, 5, 30, 120] } as const;

/** AUTH-11: failed sign-ins with passkeys from one address in 15 minutes. They can't be guessed: this limits noise. */
export const passkeyFailureLimit = { limit: 30 } as const;
