import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { queryFlag } from "../../fields/query.ts";
import { idParams } from "../../fields/record.ts";
import { alert } from "./alert.schema.ts";
import { alertScopes } from "./alert-type.ts";

/** The endpoints of alerts. */
export const alertEndpoints = defineEndpoints(
  { read: "view", write: "resolve", gates: "own" },
  {
    "GET /alerts": {
      tag: "Alerts",
      summary: "List a scope's alerts, newest first, with or without the resolved ones",
      query: z.strictObject({
        scope: z.enum(alertScopes, `Must be one of ${alertScopes.join(", ")}`),
        resolved: queryFlag,
      }),
      answer: z.array(alert),
    },
    "POST /alerts/{id}/resolve": {
      tag: "Alerts",
      summary: "Mark an alert as resolved",
      gates: "own",
      params: idParams,
      answer: alert,
      faults: ["record/not-found"],
    },
  },
);
