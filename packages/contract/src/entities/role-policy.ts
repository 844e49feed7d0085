import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { version } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { sessionLimits } from "../session-limits.ts";

function limited({ min, max }: { min: number; max: number }) {
  const range = `Must be a whole number from ${min} to ${max}`;
  return z.union([z.literal("").transform(() => null), z.int(range).min(min, range).max(max, range), z.null()]);
}

/** What a role asks of its sessions; null means the default of the product. */
export const rolePolicyDraft = z.strictObject({
  idleMinutes: limited(sessionLimits.idleMinutes).default(null),
  maxAgeHours: limited(sessionLimits.maxAgeHours).default(null),
  isSecondFactorRequired: z.boolean("Must be true or false").default(false),
});

/** The policy of a role, built-in or of the site. */
export const rolePolicy = z.object({
  role: z.string(),
  title: z.string(),
  version,
  idleMinutes: z.int().nullable(),
  maxAgeHours: z.int().nullable(),
  isSecondFactorRequired: z.boolean(),
});
rolePolicy.register(z.globalRegistry, {
  id: "RolePolicy",
  description: "The policy of a role, built-in or of the site",
});

export type RolePolicy = z.output<typeof rolePolicy>;

const tag = "Sign-in";

export const rolePolicyEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /sign-in/policies": {
      tag,
      summary: "List the idle time-out, maximum session age and second factor of every role",
      response: z.array(rolePolicy),
    },
    "PUT /sign-in/policies/{role}": {
      tag,
      summary: "Change the policy of a role; applies at once to the sessions of everyone who has it",
      params: z.object({ role: requiredText(64) }),
      body: rolePolicyDraft,
      roundTrip: true,
      response: rolePolicy,
      errors: ["record/not-found", "record/changed"],
    },
  },
);
