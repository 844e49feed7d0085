import * as z from "zod";
import { crud } from "../crud.ts";
import { defineEndpoints } from "../endpoint.ts";
import { hardwareResult } from "../fields/hardware-result.ts";
import { gateIds, idParams, recordId, version } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { hasPassword, isLoopbackHost, noPassword } from "../fields/url.ts";
import { apiPath } from "../runtime-config.ts";

/** The limits of signing in with a provider. */
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

/** What a new provider asks for, and the claim with the groups or roles of a person. */
export const providerDefaults = { scopes: "openid profile email offline_access", roleClaim: "groups" } as const;

/** The redirect URI to register at a provider. */
export const providerRedirectUri = (origin: string, id: number): string =>
  `${origin}${apiPath}/auth/providers/${id}/callback`;

/** The name of the result's one-time code in the fragment of the sign-in page's URL. */
export const resultParameter = "provider-result";

const maxMappings = 200;

/** The provider's tokens are only as safe as the connection to it. */
const issuer = requiredText(500)
  .refine((text) => URL.canParse(text), "Must be a full URL such as https://login.example.com")
  .refine((text) => {
    if (!URL.canParse(text)) return true;
    const { protocol, hostname } = new URL(text);
    return protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
  }, "Must start with https://")
  .refine((text) => !/[?#]/.test(text), "Must not have a query or fragment")
  .refine((text) => !hasPassword(text), noPassword);

const scopes = requiredText(500)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( +[\x21\x23-\x5b\x5d-\x7e]+)*$/, "Names separated by spaces")
  .refine((text) => text.split(/ +/).includes("openid"), 'Must include "openid"');

const role = requiredText(64);

const mapping = z.strictObject({ value: requiredText(200), role, gateIds: gateIds.default(null) });

/** The input for a sign-in provider. */
export const providerDraft = z.strictObject({
  name: requiredText(60),
  issuer,
  clientId: requiredText(300),
  /** Never returned; if absent, the stored one is kept. */
  clientSecret: z.union([z.literal("").transform(() => undefined), requiredText(1_000)]).optional(),
  scopes: scopes.default(providerDefaults.scopes),
  /** The claim with the groups or roles of a person; dots lead into nested claims. */
  roleClaim: requiredText(200).default(providerDefaults.roleClaim),
  /** The first entry that matches applies. */
  mapping: z
    .array(mapping, "Must be a list")
    .max(maxMappings, `At most ${maxMappings} entries`)
    .refine((rows) => new Set(rows.map(({ value }) => value)).size === rows.length, "Each value can be mapped once")
    .default([]),
  /** The role of people without a mapped value; null rejects them. */
  defaultRole: z.union([z.literal("").transform(() => null), role, z.null()]).default(null),
  /** Some providers issue refresh tokens only if the person is asked for consent. */
  isConsentAsked: z.boolean("Must be true or false").default(false),
  isEnabled: z.boolean("Must be true or false").default(true),
});

/** A sign-in provider as the server returns it. */
export const provider = z.object({
  id: recordId,
  version,
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
  roleClaim: z.string(),
  mapping: z.array(z.object({ value: z.string(), role: z.string(), gateIds: z.array(recordId).nullable() })),
  defaultRole: z.string().nullable(),
  isConsentAsked: z.boolean(),
  isEnabled: z.boolean(),
  hasClientSecret: z.boolean(),
  /** There is a secret, but it can't be decrypted. */
  isClientSecretUnreadable: z.boolean(),
});
provider.register(z.globalRegistry, { id: "SignInProvider", description: "An OpenID Connect provider" });

export type Provider = z.output<typeof provider>;

const localAccounts = z.union(
  [z.literal("all"), z.strictObject({ onlyUserId: recordId })],
  'Must be "all", or an object with onlyUserId',
);

/** Who may sign in with a password. */
export const signInSettingsDraft = z.strictObject({ localAccounts });

/** The sign-in settings as the server returns them. */
const signInSettings = z.object({
  version,
  localAccounts,
  /** The address at which the server sees its callers; redirect URIs start with it. */
  origin: z.string(),
});
signInSettings.register(z.globalRegistry, { id: "SignInSettings", description: "How people may sign in" });

const tag = "Sign-in settings";
const permissions = { read: "people", write: "people" } as const;

export const providerEndpoints = crud({
  tag,
  noun: "sign-in provider",
  permissions,
  path: "/sign-in/providers",
  list: { path: "/sign-in/providers" },
  change: { PUT: providerDraft },
  record: provider,
  draft: providerDraft,
});

/** The test of a provider, and who may sign in with a password. */
export const signInSettingsEndpoints = defineEndpoints(permissions, {
  "POST /sign-in/providers/{id}/test": {
    tag,
    summary: "Read the provider's discovery document",
    params: idParams,
    response: hardwareResult,
    errors: ["record/not-found"],
  },
  "GET /sign-in/settings": { tag, summary: "Who may sign in with a password", response: signInSettings },
  "PUT /sign-in/settings": {
    tag,
    summary: "Change who may sign in with a password: everyone who has one, or only an emergency account",
    body: signInSettingsDraft,
    roundTrip: true,
    response: signInSettings,
    errors: ["record/changed", "sign-in/no-provider"],
  },
});
