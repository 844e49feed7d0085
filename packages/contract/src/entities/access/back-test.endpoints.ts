import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import {
  backTest,
  backTestDraft,
  policyVersionRecord,
  restoreRequest,
  ruleEffect,
  shadowEvent,
} from "./back-test.schema.ts";
import { policyRule } from "./rule.schema.ts";

const tag = "Access rules";
const maxDraftBytes = 2_000_000;

/**
 * RULE-9: the endpoints of back-tests, shadow results and versions of the rules. ROLE-3: back-tests and versions concern
 * the whole site; shadow results are those of the person's gates.
 */
export const backTestEndpoints = defineEndpoints(
  { read: "view", write: "policy" },
  {
    "POST /access/back-tests": {
      tag,
      summary: "Replay past events under a draft policy",
      body: backTestDraft,
      bodyLimit: maxDraftBytes,
      answer: backTest,
      status: 201,
    },
    "GET /access/back-tests/{id}": {
      tag,
      summary: "Get the progress and the result of a back-test",
      params: idParams,
      answer: backTest,
      faults: ["record/not-found"],
    },
    "POST /access/rules/effect": {
      tag,
      summary: "Test what a rule would change about the passages of the last week",
      body: policyRule,
      answer: ruleEffect,
    },
    "GET /access/shadow-results": {
      tag,
      summary: "List what rules in shadow mode would have changed in the last 30 days, the newest first",
      gates: "own",
      answer: z.array(shadowEvent),
    },
    "GET /access/policy-versions": {
      tag,
      summary: "List the stored versions of the rules, the newest first",
      answer: z.array(policyVersionRecord),
    },
    "POST /access/policy-versions/{id}/restore": {
      tag,
      summary: "Restore a version of the rules, with its groups, areas, schedules and memberships",
      params: idParams,
      body: restoreRequest,
      actsOn: "policy_versions",
      answer: policyVersionRecord,
      faults: ["record/not-found", "record/taken", "rule/confirmation-needed"],
    },
  },
);
