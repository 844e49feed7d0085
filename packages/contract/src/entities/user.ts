import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { gateIds, idParams, recordId, version } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";
import { builtInRoles, isBuiltInRole, permissions } from "../permissions.ts";
import { type SignInMethod, signInMethods } from "../sign-in-methods.ts";

/** Maximum length of a user name. */
export const maxUsername = 64;

/** Only characters that no letter of another script looks like, so that two names never look the same. */
export const username = z
  .string("Required")
  .trim()
  .min(1, "Required")
  .max(maxUsername, `At most ${maxUsername} characters`)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]*$/, "Use letters from a to z, digits, and . _ @ + -");

const name = z.string().trim().max(100, "At most 100 characters");

export const userDraft = z.strictObject({
  username,
  name: name.default(""),
  role: requiredText(64),
  gateIds: gateIds.default(null),
});

/** What can be changed of a user. */
const userPatch = z.strictObject({
  name: name.optional(),
  role: requiredText(64).optional(),
  gateIds: gateIds.optional(),
  isDisabled: z.boolean("Must be true or false").optional(),
});

/** A user as the server returns it. */
export const user = z.object({
  id: recordId,
  version,
  username: z.string(),
  name: z.string(),
  role: z.string(),
  gateIds: z.array(recordId).nullable(),
  isDisabled: z.boolean(),
  /** When the person last used a session; null if never. */
  lastSeenAt: instant.nullable(),
  /** Until when the one-time password of an invitation can be used; null once the person has chosen a password. */
  invitedUntil: instant.nullable(),
  /** Whether the person has an authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
});
user.register(z.globalRegistry, { id: "User", description: "A person who may sign in" });

export type User = z.output<typeof user>;

/** How long the one-time password of an invitation can be used. */
export const invitationDays = 7;

const permission = z.enum(permissions, `Must be one of ${permissions.join(", ")}`);

export const roleDraft = z.strictObject({
  name: requiredText(64).refine(
    (given) => !isBuiltInRole(given.toLowerCase()),
    `Must differ from ${Object.keys(builtInRoles).join(", ")}`,
  ),
  permissions: z
    .array(permission, "Must be a list of permissions")
    .min(1, "Select at least one permission")
    .refine((given) => new Set(given).size === given.length, "Duplicate permission"),
});

/** A role as the server returns it; built-in ones have no id. */
export const role = roleDraft.extend({
  id: recordId.nullable(),
  version,
  name: z.string(),
  title: z.string(),
  users: z.int(),
});
role.register(z.globalRegistry, { id: "Role", description: "A role; built-in ones have no id" });

export type RoleRecord = z.output<typeof role>;

/** What the signed-in person may do. */
const ownAccount = z.object({
  username: z.string(),
  name: z.string(),
  role: z.string(),
  roleTitle: z.string(),
  permissions: z.array(permission),
  gateIds: z.array(recordId).nullable(),
  /** The calls that the person may make, such as `PUT /lanes/{id}`. */
  calls: z.array(z.string()),
  /** How this session was started. */
  method: z.enum(Object.keys(signInMethods) as SignInMethod[]),
});
ownAccount.register(z.globalRegistry, { id: "OwnAccount", description: "What the signed-in person may do" });

const tag = "People";

export const userEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /users": { tag, summary: "List every user", response: z.array(user) },
    "POST /users": {
      tag,
      summary: "Invite a user; the response contains the one-time password, which is shown only once",
      body: userDraft,
      response: z.object({ user, oneTimePassword: z.string() }),
      status: 201,
      errors: ["record/taken"],
    },
    "PATCH /users/{id}": {
      tag,
      summary: "Change a user; disabling one ends their sessions at once",
      params: idParams,
      body: userPatch,
      roundTrip: true,
      response: user,
      errors: ["record/not-found", "record/changed", "user/last-administrator", "user/emergency-account"],
    },
    "DELETE /users/{id}": {
      tag,
      summary: "Delete a user and end their sessions",
      params: idParams,
      status: 204,
      errors: ["record/not-found", "user/last-administrator", "user/emergency-account"],
    },
    "POST /users/{id}/one-time-password": {
      tag,
      summary: "Replace a user's password by a one-time password, which is shown only once; ends their sessions",
      params: idParams,
      response: z.object({ user, oneTimePassword: z.string() }),
      errors: ["record/not-found", "auth/no-password"],
    },
    "POST /users/{id}/end-sessions": {
      tag,
      summary: "Sign a user out everywhere",
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
    "DELETE /users/{id}/second-factor": {
      tag,
      summary: "Remove the second factors of a user who lost them; ends their sessions",
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
    "GET /auth/me": {
      tag: "Sign-in",
      summary: "The signed-in person, their role and what they may do",
      access: "enrolment",
      acceptsTokens: true,
      response: ownAccount,
    },
  },
);

export const roleEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /roles": { tag, summary: "List the built-in roles and those of the site", response: z.array(role) },
    "POST /roles": {
      tag,
      summary: "Add a role",
      body: roleDraft,
      response: role,
      status: 201,
      errors: ["record/taken"],
    },
    "PUT /roles/{id}": {
      tag,
      summary: "Change a role; applies at once to everyone who has it",
      params: idParams,
      body: roleDraft,
      roundTrip: true,
      response: role,
      errors: ["record/not-found", "record/taken", "record/changed"],
    },
    "DELETE /roles/{id}": {
      tag,
      summary: "Delete a role without users",
      params: idParams,
      status: 204,
      errors: ["record/not-found", "record/in-use"],
    },
  },
);
