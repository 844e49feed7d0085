import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import { ownAccount, role, roleDraft, user, userDraft, userPatch } from "./user.schema.ts";

const tag = "People";

/** ROLE-4: the endpoints of users. */
export const userEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /users": { tag, summary: "List every user", answer: z.array(user) },
    "POST /users": {
      tag,
      summary: "Invite a user; the response contains the one-time password, which is shown only once",
      body: userDraft,
      answer: z.object({ user, oneTimePassword: z.string() }),
      status: 201,
      faults: ["record/taken"],
    },
    "PATCH /users/{id}": {
      tag,
      summary: "Change a user; disabling one ends their sessions at once",
      params: idParams,
      body: userPatch,
      roundTrip: true,
      answer: user,
      faults: ["record/not-found", "record/changed", "user/last-administrator", "user/emergency-account"],
    },
    "DELETE /users/{id}": {
      tag,
      summary: "Delete a user and end their sessions",
      params: idParams,
      status: 204,
      faults: ["record/not-found", "user/last-administrator", "user/emergency-account"],
    },
    "POST /users/{id}/one-time-password": {
      tag,
      summary: "Replace a user's password by a one-time password, which is shown only once; ends their sessions",
      params: idParams,
      answer: z.object({ user, oneTimePassword: z.string() }),
      faults: ["record/not-found", "auth/no-password"],
    },
    "POST /users/{id}/end-sessions": {
      tag,
      summary: "Sign a user out everywhere",
      params: idParams,
      status: 204,
      faults: ["record/not-found"],
    },
    "DELETE /users/{id}/second-factor": {
      tag,
      summary: "Remove the second factors of a user who lost them; ends their sessions",
      params: idParams,
      status: 204,
      faults: ["record/not-found"],
    },
    "GET /auth/me": {
      tag: "Sign-in",
      summary: "The signed-in person, their role and what they may do",
      access: "enrolment",
      acceptsTokens: true,
      answer: ownAccount,
    },
  },
);

/** ROLE-2: the endpoints of roles. */
export const roleEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /roles": { tag, summary: "List the built-in roles and those of the site", answer: z.array(role) },
    "POST /roles": {
      tag,
      summary: "Add a role",
      body: roleDraft,
      answer: role,
      status: 201,
      faults: ["record/taken"],
    },
    "PUT /roles/{id}": {
      tag,
      summary: "Change a role; applies at once to everyone who has it",
      params: idParams,
      body: roleDraft,
      roundTrip: true,
      answer: role,
      faults: ["record/not-found", "record/taken", "record/changed"],
    },
    "DELETE /roles/{id}": {
      tag,
      summary: "Delete a role without users",
      params: idParams,
      status: 204,
      faults: ["record/not-found", "record/in-use"],
    },
  },
);
