import type { CallMessages } from "../endpoint.ts";

export const rolePolicyMessages = {
  "GET /sign-in/policies": { failure: "Failed to fetch the policies of roles" },
  "PUT /sign-in/policies/{role}": { success: "Policy updated", failure: "Failed to update the policy" },
} as const satisfies CallMessages;
