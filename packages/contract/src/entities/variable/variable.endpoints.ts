import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { recordId } from "../../fields/id.ts";
import { variableScopes } from "./variable-scope.ts";

/** A variable as displays refer to it. */
const variable = z.object({
  id: recordId,
  name: z.string(),
  type: z.enum(["base", "constant", "camera", "sensor", "dynamic"]),
  scope: z.enum(variableScopes),
  computedValue: z.number(),
});

/** The calls on variables. */
export const variableEndpoints = defineEndpoints({
  "GET /variables": {
    tag: "Variables",
    summary: "List a scope's variables",
    query: z.strictObject({ scope: z.enum(variableScopes, `Must be one of ${variableScopes.join(", ")}`) }),
    answer: z.array(variable),
  },
});
