import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { queryFlag } from "../fields/query.ts";
import { idParams, recordId } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant, sentTime } from "../fields/time.ts";
import { permissions, tokenPermissions } from "../permissions.ts";
import { type SignInMethod, signInMethods } from "../sign-in-methods.ts";

/** One of a person's own sessions. */
export const ownSession = z.object({
  id: z.uuid(),
  address: z.string(),
  /** The browser and operating system, such as "Firefox on Windows". */
  userAgent: z.string(),
  method: z.enum(Object.keys(signInMethods) as [SignInMethod, ...SignInMethod[]]),
  createdAt: instant,
  lastSeenAt: instant,
  /** When it ends at the latest. */
  expiresAt: instant,
  isCurrent: z.boolean(),
});
ownSession.register(z.globalRegistry, { id: "OwnSession", description: "One of a person's own sessions" });

/** One of a person's own sessions. */
export type OwnSession = z.output<typeof ownSession>;

const tokenPermission = z
  .enum(permissions, `Must be one of ${tokenPermissions.join(", ")}`)
  .refine((permission) => tokenPermissions.includes(permission), "A token can't manage people");

export const tokenDraft = z.strictObject({
  name: requiredText(100),
  permissions: z
    .array(tokenPermission, "Must be a list of permissions")
    .min(1, "Select at least one permission")
    .refine((given) => new Set(given).size === given.length, "Duplicate permission"),
  expiresAt: sentTime,
});

/** A personal access token as it is listed: never the token itself. */
export const personalToken = z.object({
  id: recordId,
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** The first characters, to distinguish tokens. */
  prefix: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  lastAddress: z.string().nullable(),
});
personalToken.register(z.globalRegistry, {
  id: "PersonalToken",
  description: "A personal access token as it is listed: never the token itself",
});

/** A listed personal access token. */
export type PersonalToken = z.output<typeof personalToken>;

/** A new personal access token, shown only once. */
const newPersonalToken = personalToken.extend({ token: z.string() });
newPersonalToken.register(z.globalRegistry, {
  id: "NewPersonalToken",
  description: "A new personal access token, shown only once",
});

const tag = "Sign-in";
const access = "own-account";

/** A person's own sessions and personal access tokens. */
export const accountEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/sessions": { tag, summary: "List one's own sessions", access, response: z.array(ownSession) },
    "DELETE /auth/sessions": {
      tag,
      summary: "Sign out everywhere; with `keepCurrent`, everywhere except in the session of this call",
      access,
      query: z.object({ keepCurrent: queryFlag }),
      status: 204,
    },
    "DELETE /auth/sessions/{id}": {
      tag,
      summary: "End one of one's own sessions",
      access,
      params: z.object({ id: z.uuid("Must be the id of a session") }),
      status: 204,
      errors: ["record/not-found"],
    },
    "GET /auth/tokens": {
      tag,
      summary: "List one's own personal access tokens",
      access,
      response: z.array(personalToken),
    },
    "POST /auth/tokens": {
      tag,
      summary: "Create a personal access token; only this response contains it",
      access,
      body: tokenDraft,
      roundTrip: personalToken,
      response: newPersonalToken,
      status: 201,
      errors: ["record/taken"],
    },
    "DELETE /auth/tokens/{id}": {
      tag,
      summary: "Revoke a personal access token",
      access,
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
  },
);
