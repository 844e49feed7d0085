import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { queryFlag } from "../../fields/query.ts";
import { idParams } from "../../fields/record.ts";
import { newPersonalToken, ownSession, personalToken, tokenDraft } from "./account.schema.ts";

const tag = "Sign-in";
const access = "own-account";

/** AUTH-13, ROLE-6: a person's own sessions and personal access tokens. */
export const accountEndpoints = defineEndpoints(
  { read: "view", write: "view" },
  {
    "GET /auth/sessions": { tag, summary: "List one's own sessions", access, answer: z.array(ownSession) },
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
      faults: ["record/not-found"],
    },
    "GET /auth/tokens": {
      tag,
      summary: "List one's own personal access tokens",
      access,
      answer: z.array(personalToken),
    },
    "POST /auth/tokens": {
      tag,
      summary: "Create a personal access token; only this response contains it",
      access,
      body: tokenDraft,
      roundTrip: personalToken,
      answer: newPersonalToken,
      status: 201,
      faults: ["record/taken"],
    },
    "DELETE /auth/tokens/{id}": {
      tag,
      summary: "Revoke a personal access token",
      access,
      params: idParams,
      status: 204,
      faults: ["record/not-found"],
    },
  },
);
