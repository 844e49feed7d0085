import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { queryFlag } from "../../fields/query.ts";
import { idParams } from "../../fields/record.ts";
import { alert, alertNotices, alertSummary, shelfDraft } from "./alert.schema.ts";
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
    "GET /alerts/open": {
      tag: "Alerts",
      summary: "List the open alerts of all scopes, newest first",
      answer: z.array(alert),
    },
    "GET /alerts/summary": {
      tag: "Alerts",
      summary:
        "How many open alerts are active, acknowledged and shelved, without those that another one explains, and how many each scope has",
      answer: alertSummary,
    },
    "GET /alerts/notices": {
      tag: "Alerts",
      summary: "Browser notifications after a position; without one only the position of the newest",
      query: z.strictObject({ after: z.coerce.number<string>().pipe(z.int().min(0)).optional() }),
      answer: alertNotices,
    },
    "POST /alerts/{id}/acknowledge": {
      tag: "Alerts",
      summary: "Acknowledge an alert: someone takes care of it",
      gates: "own",
      params: idParams,
      answer: alert,
      faults: ["record/not-found", "alert/resolved"],
    },
    "POST /alerts/{id}/shelve": {
      tag: "Alerts",
      summary: "Shelve an alert for at most 8 hours; it returns by itself",
      gates: "own",
      params: idParams,
      body: shelfDraft,
      answer: alert,
      faults: ["record/not-found", "alert/resolved"],
    },
    "POST /alerts/{id}/unshelve": {
      tag: "Alerts",
      summary: "Return an alert from the shelf now",
      gates: "own",
      params: idParams,
      answer: alert,
      faults: ["record/not-found", "alert/resolved"],
    },
  },
);
