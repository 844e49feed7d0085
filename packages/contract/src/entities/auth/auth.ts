import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import type { ErrorCode } from "../../errors.ts";
import { currentPassword, enteredPassword, newPassword } from "../../fields/password.ts";
import { queryText } from "../../fields/query.ts";
import { idParams, recordId } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { passwordMismatchInDialog } from "./auth.messages.ts";

const credentials = z.strictObject({
  username: z.string(required).trim().min(1, required).max(100, "At most 100 characters"),
  password: enteredPassword,
});

/** A client may send the confirmation too. */
export const passwordChange = z
  .strictObject({
    password: newPassword,
    confirmPassword: z.string().optional(),
    // Required once the session is five minutes old.
    currentPassword,
  })
  .refine(({ password, confirmPassword }) => confirmPassword === undefined || confirmPassword === password, {
    path: ["confirmPassword"],
    error: passwordMismatchInDialog,
  });

/** The ways to complete the second step of signing in. */
const secondFactorMethods = ["totp", "passkey", "recovery-code"] as const;

export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/**
 * What the session lacks: one of these second steps. Without any, the person's role requires a second factor, and
 * they have to set one up first.
 */
const secondFactor = z.object({ methods: z.array(z.enum(secondFactorMethods)) });

/** The response to a sign-in or password change. */
export const session = z.object({
  token: z.string(),
  passwordChanged: z.boolean(),
  secondFactor: secondFactor.optional(),
});
session.register(z.globalRegistry, { id: "Session", description: "The response to a sign-in or password change" });

const passwordErrors: readonly ErrorCode[] = [
  "auth/no-password",
  "auth/wrong-current-password",
  "auth/too-many-attempts",
  "auth/busy",
];

export const authEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "POST /auth/login": {
      tag: "Sign-in",
      summary: "Sign in",
      access: "public",
      headers: z.object({ "app-id": z.string().optional() }),
      body: credentials,
      response: session,
      errors: [
        "auth/wrong-credentials",
        "auth/unknown-app",
        "auth/disabled",
        "auth/invitation-expired",
        "auth/local-disabled",
        "auth/too-many-attempts",
        "auth/busy",
      ],
    },
    "POST /auth/reset-password": {
      tag: "Sign-in",
      summary: "Replace the one-time password; ends every other session of this person",
      access: "any-session",
      body: passwordChange,
      response: session,
      errors: passwordErrors,
    },
    "POST /auth/change-password": {
      tag: "Sign-in",
      summary: "Change the password from the account menu; ends every other session of this person",
      access: "own-account",
      body: passwordChange,
      response: session,
      errors: passwordErrors,
    },
    "POST /auth/renew": {
      tag: "Sign-in",
      summary: "Exchange a token that is still valid for a fresh one; only this call counts as use of the session",
      access: "any-session",
      allowsPin: true,
      response: session,
      errors: ["auth/access-ended"],
    },
    "POST /auth/logout": {
      tag: "Sign-in",
      summary: "End this session",
      access: "any-stage",
      allowsPin: true,
      status: 204,
    },
  },
);

/**
 * How many failed sign-ins to one account are checked in any 15 minutes. From one address at most
 * `address + browsersAtAddress` = 9; from everywhere at most
 * `unknown + (knownAddresses + 1) * address + browsers` = 99, the added one being the machine itself.
 */
export const signInLimits = {
  windowSeconds: 15 * 60,
  /** From one address (IPv6: one /64), without a known browser. */
  address: 6,
  /** Seconds to wait after so many failures at one address; after the last one, until the window has passed. */
  delaysSeconds: [0, 0, 0, 5, 30, 120],
  /** From all addresses that never signed in to the account. */
  unknown: 36,
  /** The part of these that one network (IPv4 /24, IPv6 /48) may use. */
  unknownNetwork: 9,
  /** The latest addresses that signed in to the account have their own limit outside `unknown`. */
  knownAddresses: 6,
  knownAddressDays: 90,
  /** From one browser that signed in to the account before. */
  browser: 3,
  /** From all such browsers at one address. */
  browsersAtAddress: 3,
  /** From all such browsers. */
  browsers: 21,
} as const;

/** Why passkeys don't work on this page. */
export const passkeysNeedHostName =
  "Passkeys need a host name: open this page under a name such as gatehouse.example.com instead of an IP address.";

/** Why passkeys don't work on this page. */
export const passkeysNeedHttps = "Passkeys need a secure connection: open this page with https.";

const tag = "Sign-in";
const access = "public";

export const providerSignInEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/providers": {
      tag,
      summary: "List the providers that people can sign in with",
      access,
      response: z.array(z.object({ id: recordId, name: z.string() })),
    },
    "GET /auth/providers/{id}/start": {
      tag,
      summary: "Start signing in: redirects the browser to the provider, or back to the console with an error",
      access,
      params: idParams,
      query: z.object({ returnTo: queryText(2_000) }),
      redirect: true,
    },
    "GET /auth/providers/{id}/callback": {
      tag,
      summary: "Where the provider returns the browser; redirects to the console with a one-time code",
      access,
      params: idParams,
      query: z.looseObject({ state: queryText(2_000) }),
      redirect: true,
    },
    "POST /auth/providers/exchange": {
      tag,
      summary: "Exchange the one-time code of the callback for a session; works once, in the same browser",
      access,
      body: z.strictObject({ code: requiredText(200) }),
      response: session,
      errors: [
        "auth/disabled",
        "provider/unknown",
        "provider/unreachable",
        "provider/refused",
        "provider/expired",
        "provider/clock",
        "provider/no-role",
        "provider/username",
        "secret/too-many-attempts",
        "user/last-administrator",
      ],
    },
  },
);
