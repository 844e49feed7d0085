import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { requiredText } from "../../fields/text.ts";
import { rolePolicy, rolePolicyDraft } from "./role-policy.schema.ts";

const tag = "Sign-in";

/** AUTH-13: the endpoints of the policies of roles. */
export const rolePolicyEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /sign-in/policies": {
      tag,
      summary: "List the idle time-out, maximum session age and second factor of every role",
      answer: z.array(rolePolicy),
    },
    "PUT /sign-in/policies/{role}": {
      tag,
      summary: "Change the policy of a role; applies at once to the sessions of everyone who has it",
      params: z.object({ role: requiredText(64) }),
      body: rolePolicyDraft,
      roundTrip: true,
      answer: rolePolicy,
      faults: ["record/not-found", "record/changed"],
    },
  },
);
